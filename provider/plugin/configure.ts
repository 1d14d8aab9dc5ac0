import { isDefaultProvider, urnParts } from "../kernel/type-tokens.ts";
import {
  type CheckRequest,
  type CheckResponse,
  type ConfigureRequest,
  ConfigureResponse,
  type DiffRequest,
  DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { configurationKeys } from "../client/config/configuration-keys.ts";
import { namespace, type StoredAs } from "../client/config/configuration-sources.ts";
import { readConfiguration } from "../client/config/configuration.ts";
import { withCamelAccounts } from "../host/camel-accounts.ts";
import { unknownArguments } from "../host/unknown-keys.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { sameJson } from "../kernel/json.ts";
import { changedNames, isUnknown } from "../lifecycle/diff.ts";
import type { Values } from "../lifecycle/resource.ts";
import { checkResponse } from "./check-diff.ts";
import type { Plugin } from "./plugin.ts";
import { argumentsStruct, type Properties, propertiesOf } from "./struct-values.ts";

/**
 * Validates the arguments of a provider resource together with the variables of the environment. When a value is UNKNOWN, only the names
 * are checked. For a stack, `configure` warns of misspelt keys.
 */
export async function checkConfig(plugin: Plugin, request: CheckRequest): Promise<CheckResponse> {
  let given: Properties = { values: {}, secrets: [] };
  try {
    const { values, secrets } = propertiesOf(request.getNews());
    const storedAs = storedAsOf(request.getUrn());
    const misspelt = unknownArguments(namesOf(values));
    // A misspelt name may be that of a credential.
    given = { values, secrets: [...secrets, ...misspelt.map(({ property }) => property)] };
    const failures = [...(storedAs === "arguments" ? misspelt : []), ...configurationFailures(plugin, values, storedAs)];
    const declared = Object.keys(configurationKeys).filter((name) => configurationKeys[name]?.isSecret);
    return checkResponse(failures, given).setInputs(argumentsStruct(values, [...given.secrets, ...declared]));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return checkResponse(error.failures, given);
  }
}

function configurationFailures(plugin: Plugin, values: Values, storedAs: StoredAs): readonly Failure[] {
  // An unknown half of an access key is not a missing one.
  if (Object.values(values).some(isUnknown)) return [];
  try {
    readConfiguration(normalized(values, storedAs), plugin.environment, { storedAs, trustsEndpoints: true });
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.failures;
    throw error;
  }
}

/** Compares the arguments of a provider resource. No change replaces its resources: each of them compares account and region itself. */
export async function diffConfig(_plugin: Plugin, request: DiffRequest): Promise<DiffResponse> {
  const before = propertiesOf(request.getOldInputs() ?? request.getOlds()).values;
  const after = propertiesOf(request.getNews()).values;
  const changed = changedNames([...new Set([...Object.keys(before), ...Object.keys(after)])], before, after);
  return new DiffResponse()
    .setChanges(changed.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE)
    .setDiffsList(changed);
}

/**
 * Sets the configuration of this process, once. Rejects when it is wrong; the engine reports that for each operation.
 * The engine starts a process for each provider. If one process served two, changes of the second would go to the account of the first.
 */
export async function configure(plugin: Plugin, request: ConfigureRequest): Promise<ConfigureResponse> {
  const storedAs = storedAsOf(request.getUrn());
  const values = normalized(propertiesOf(request.getArgs()).values, storedAs);
  const before = plugin.host.configuredWith();
  if (before !== undefined && !sameJson(before, values)) {
    throw new Error("this process of the plugin resourceshare has another configuration: each provider needs a process of its own");
  }
  readConfiguration(values, plugin.environment, { storedAs, trustsEndpoints: true });
  plugin.host.configure(values, storedAs);
  return new ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
}

/** The engine passes its default providers the configuration of the stack. */
function storedAsOf(urn: string | undefined): StoredAs {
  const { name = "" } = urnParts(urn ?? "") ?? {};
  return name === "" || isDefaultProvider(name) ? "stack" : "arguments";
}

/** The arguments of a provider resource that the engine itself adds. */
const engineKeys: readonly string[] = ["version", "pluginDownloadURL", "pluginChecksums"];

function namesOf(values: Values): string[] {
  return Object.keys(values).filter((name) => !engineKeys.includes(name));
}

/** Returns the configuration with the names that errors use: those of a stack have the namespace. */
function normalized(values: Values, storedAs: StoredAs): Values {
  const prefix = storedAs === "stack" ? namespace : "";
  const read = withCamelAccounts(values);
  return Object.fromEntries(namesOf(read).map((name) => [prefix + name, read[name]]));
}
