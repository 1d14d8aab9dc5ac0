import {
  type CheckRequest,
  type CheckResponse,
  type ConfigureRequest,
  ConfigureResponse,
  type DiffRequest,
  DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { accountMembers, configurationKeys } from "../client/config/configuration-keys.ts";
import { readConfiguration } from "../client/config/configuration.ts";
import { unknownNames } from "../client/config/unknown-keys.ts";
import { snakeCase } from "../functions/camel-case.ts";
import { InputError } from "../kernel/errors.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { changedNames, isUnknown } from "../lifecycle/diff.ts";
import type { Values } from "../lifecycle/resource.ts";
import { checkResponse } from "./check-diff.ts";
import type { Plugin } from "./plugin.ts";
import { argumentsStruct, type Properties, propertiesOf } from "./values.ts";

/** Validates the arguments of a provider resource and of the environment. Unknown values are not compared. */
export async function checkConfig(plugin: Plugin, request: CheckRequest): Promise<CheckResponse> {
  let given: Properties = { values: {}, secrets: [] };
  try {
    given = propertiesOf(request.getNews());
    const { values, secrets } = given;
    const names = Object.keys(values).filter((name) => !engineKeys.includes(name));
    for (const warning of unknownNames(names)) plugin.host.log.warn(warning);
    const known = Object.entries(values).filter(([, value]) => !isUnknown(value));
    // An unknown half of an access key is not a missing one.
    if (known.length === Object.keys(values).length) readConfiguration(normalized(values), plugin.environment);
    const declared = Object.keys(configurationKeys).filter((name) => configurationKeys[name]?.isSecret);
    return checkResponse([], given).setInputs(argumentsStruct(values, [...secrets, ...declared]));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return checkResponse(error.failures, given);
  }
}

/** Compares the arguments of a provider resource. No change replaces its resources: each of them compares account and region itself. */
export async function diffConfig(_plugin: Plugin, request: DiffRequest): Promise<DiffResponse> {
  const before = propertiesOf(request.getOldInputs() ?? request.getOlds()).values;
  const after = propertiesOf(request.getNews()).values;
  const changed = changedNames([...new Set([...Object.keys(before), ...Object.keys(after)])], before, after);
  return new DiffResponse()
    .setChanges(changed.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE)
    .setDiffsList(changed)
    .setReplacesList([]);
}

/** Sets the configuration of this process. Rejects when it is wrong; the engine reports that for each operation. */
export async function configure(plugin: Plugin, request: ConfigureRequest): Promise<ConfigureResponse> {
  const values = normalized(propertiesOf(request.getArgs()).values);
  readConfiguration(values, plugin.environment);
  plugin.host.configure(values);
  return new ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
}

/** The arguments of a provider resource that the engine itself adds. */
const engineKeys: readonly string[] = ["version", "pluginDownloadURL", "pluginChecksums"];

/** Returns the configuration with the names of account members in camelCase: Python passes them as `access_key_id`. */
function normalized(values: Values): Values {
  const given = values["accounts"];
  const accounts = typeof given === "string" ? parseJson(given) : given;
  if (!isRecord(accounts)) return values;
  const entries = Object.entries(accounts).map(([name, account]) => [name, isRecord(account) ? withCamelNames(account) : account]);
  return { ...values, accounts: Object.fromEntries(entries) };
}

function withCamelNames(account: Values): Values {
  const names = new Map(Object.keys(accountMembers).map((name) => [snakeCase(name), name]));
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [names.get(name) ?? name, value]));
}
