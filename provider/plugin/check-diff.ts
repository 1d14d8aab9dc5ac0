import {
  CheckFailure,
  type CheckRequest,
  CheckResponse,
  type DiffRequest,
  DiffResponse,
  PropertyDiff,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { presentableFailure } from "../host/provider-errors.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { sameJson } from "../kernel/json.ts";
import { numberReason } from "../kernel/shape-reason.ts";
import { type Change, detailedDiff } from "./detailed-diff.ts";
import { operationOf, type Plugin } from "./plugin.ts";
import { argumentsStruct, type Properties, propertiesOf } from "./struct-values.ts";

/** Validates the arguments of a resource. The engine calls it first for each resource of the program, in previews too. */
export async function check(plugin: Plugin, request: CheckRequest): Promise<CheckResponse> {
  const { resource, driver, context } = await operationOf(plugin, request);
  let given: Properties = { values: {}, secrets: [] };
  try {
    given = propertiesOf(request.getNews());
    const { values, secrets } = given;
    const previous = propertiesOf(request.getOlds()).values;
    const isNew = Object.keys(previous).length === 0;
    const region = await plugin.host.configuredRegion(values);
    const { inputs, failures } = driver.check(values, { ...context, isNew, previous, region });
    const all = [...failures, ...(await plugin.host.checkPlacement(resource, values, isNew, context.urn))];
    return checkResponse(all, given).setInputs(argumentsStruct(inputs, secrets));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The engine ignores the inputs when there are failures.
    return checkResponse(error.failures, given);
  }
}

/** Returns a response with all failures of arguments. */
export function checkResponse(failures: readonly Failure[], { values, secrets }: Properties): CheckResponse {
  return new CheckResponse().setFailuresList(failures.map((failure) => failureMessage(presentableFailure(failure, values, secrets))));
}

/** The language host of YAML reads a configured text of digits as a number. */
const yamlAdvice =
  "; in YAML, take a configured one from a list of strings, which `pulumi config set --type string --path 'ids[0]' …` sets";

/** Converts a failure for a response. Pulumi prints its property, too. */
export function failureMessage({ property, reason }: Failure): CheckFailure {
  return new CheckFailure().setProperty(property).setReason(reason.endsWith(numberReason) ? reason + yamlAdvice : reason);
}

/** Compares a state with arguments. The engine calls it in previews, updates and refreshes. */
export async function diff(plugin: Plugin, request: DiffRequest): Promise<DiffResponse> {
  const { resource, driver, context } = await operationOf(plugin, request);
  const [before, wanted] = [propertiesOf(request.getOlds()), propertiesOf(request.getNews())];
  const region = await plugin.host.configuredRegion(wanted.values);
  const { changed, replaces, needsReconcile } = driver.diff(request.getId(), before.values, wanted.values, { ...context, region });
  // A change of secrecy alone is an update, so that the state is stored again.
  const isArgument = (name: string) => name in resource.inputs.shape && before.values[name] !== undefined;
  const [oldSecrets, newSecrets] = [before.secrets, wanted.secrets].map((names) => names.filter(isArgument).toSorted());
  const isDifferent = changed.length > 0 || needsReconcile || !sameJson(oldSecrets, newSecrets);
  const response = new DiffResponse()
    .setChanges(isDifferent ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE)
    .setDiffsList([...changed])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(replaces.length > 0 && resource.deletesBeforeReplacement)
    .setHasdetaileddiff(changed.length > 0);
  for (const name of changed) {
    const isReplacing = replaces.includes(name);
    for (const [path, change] of detailedDiff(name, before.values[name], wanted.values[name])) {
      response.getDetaileddiffMap().set(path, new PropertyDiff().setKind(kindOf(change, isReplacing)));
    }
  }
  return response;
}

function kindOf(change: Change, isReplacing: boolean): PropertyDiff.Kind {
  const { Kind } = PropertyDiff;
  switch (change) {
    case "add":
      return isReplacing ? Kind.ADD_REPLACE : Kind.ADD;
    case "delete":
      return isReplacing ? Kind.DELETE_REPLACE : Kind.DELETE;
    case "update":
      return isReplacing ? Kind.UPDATE_REPLACE : Kind.UPDATE;
  }
}
