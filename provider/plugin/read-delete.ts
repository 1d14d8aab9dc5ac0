import { type DeleteRequest, type ReadRequest, ReadResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { singleLine } from "../kernel/printable.ts";
import { operationOf, type Plugin } from "./plugin.ts";
import { argumentsStruct, outputsStruct, propertiesOf } from "./struct-values.ts";

/** Reads an object for a refresh, an import or a lookup (`get`). An object that does not exist has an empty id. */
export async function read(plugin: Plugin, request: ReadRequest): Promise<ReadResponse> {
  const { resource, driver, context } = await operationOf(plugin, request);
  const [before, inputs] = [propertiesOf(request.getProperties()), propertiesOf(request.getInputs())];
  const isImport = Object.keys(before.values).length === 0 && Object.keys(inputs.values).length === 0;
  const computed: readonly string[] = resource.computed ?? [];
  // An import returns only the first computed argument (`Resource.computed`).
  const given = isImport ? computed.slice(0, 1) : computed.filter((name) => inputs.values[name] !== undefined);
  const state = { ...inputs.values, ...before.values };
  const found = await driver.read(request.getId(), state, { ...context, given });
  if (found === undefined) return new ReadResponse();
  const secrets = [...new Set([...before.secrets, ...inputs.secrets])];
  return new ReadResponse()
    .setId(singleLine(found.id))
    .setProperties(outputsStruct(resource, found.state, state, secrets))
    .setInputs(argumentsStruct(found.inputs, secrets));
}

/** Deletes an object and waits until it is gone; an absent object is success. */
export async function remove(plugin: Plugin, request: DeleteRequest): Promise<Empty> {
  const { driver, context } = await operationOf(plugin, request);
  await driver.delete(request.getId(), propertiesOf(request.getProperties()).values, context);
  return new Empty();
}
