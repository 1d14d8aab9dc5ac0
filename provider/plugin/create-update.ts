import { type CreateRequest, CreateResponse, type UpdateRequest, UpdateResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { KeptError, presentable } from "../host/provider-errors.ts";
import { singleLine } from "../kernel/printable.ts";
import type { Outcome } from "../lifecycle/driver.ts";
import { predictOutputs } from "../lifecycle/predict-outputs.ts";
import type { Resource } from "../lifecycle/resource.ts";
import { operationOf, type Plugin } from "./plugin.ts";
import { outputsOf, outputsStruct, type Properties, propertiesOf, structOf } from "./struct-values.ts";

/** Creates an object, or returns its certain outputs in a preview. */
export async function create(plugin: Plugin, request: CreateRequest): Promise<CreateResponse> {
  const { resource, driver, context } = await operationOf(plugin, request);
  const wanted = propertiesOf(request.getProperties());
  if (request.getPreview()) {
    const predicted = predictOutputs(resource, undefined, wanted.values);
    return new CreateResponse().setProperties(outputsStruct(resource, predicted, wanted.values, wanted.secrets));
  }
  const outcome = await driver.create(wanted.values, context);
  return new CreateResponse().setId(singleLine(outcome.id)).setProperties(kept(resource, outcome, wanted, "create"));
}

/** Updates an object in place, or returns its certain outputs in a preview. The engine calls it after a Diff with changes. */
export async function update(plugin: Plugin, request: UpdateRequest): Promise<UpdateResponse> {
  const { resource, driver, context } = await operationOf(plugin, request);
  const [before, wanted] = [propertiesOf(request.getOlds()), propertiesOf(request.getNews())];
  if (request.getPreview()) {
    const predicted = predictOutputs(resource, before.values, wanted.values);
    return new UpdateResponse().setProperties(outputsStruct(resource, predicted, wanted.values, wanted.secrets));
  }
  const outcome = await driver.update(request.getId(), before.values, wanted.values, context);
  return new UpdateResponse().setProperties(kept(resource, outcome, wanted, "update", before.secrets));
}

/**
 * Returns the outputs of an operation. Throws a KeptError after a failure, so that the engine keeps the id and what was done.
 * @param oldSecrets the names of the secrets in the state before: after a failure, the outputs may have their values
 */
function kept(
  kind: Resource,
  { id, state, failure }: Outcome,
  { values, secrets }: Properties,
  doing: string,
  oldSecrets: readonly string[] = [],
): Struct {
  if (failure === undefined) return structOf(outputsOf(kind, state, values, secrets));
  const outputs = outputsOf(kind, state, values, [...secrets, ...oldSecrets]);
  throw new KeptError(presentable(failure, `${doing} of ${kind.token}`), singleLine(id), outputs);
}
