import type { Failure } from "../kernel/errors.ts";
import { didYouMean, didYouMeanCode, nearest } from "../kernel/ids.ts";
import { accountMembers, configurationKeys, programKeys } from "../client/config/configuration-keys.ts";
import { ConfigurationSources, type Environment, namespace, type StoredAs } from "../client/config/configuration-sources.ts";
import { secretNames } from "./clear-text.ts";

/** The region and the credentials in variables and keys of other tools of this cloud, such as Terraform and Pulumi's alicloud. */
const settingsOfOtherTools = {
  region: ["ALICLOUD_REGION", "ALIBABACLOUD_REGION_ID", "alicloud:region"],
  accessKeyId: ["ALICLOUD_ACCESS_KEY", "ALIBABACLOUD_ACCESS_KEY_ID", "ALIYUN_ACCESS_KEY_ID", "alicloud:accessKey"],
};

const variablePrefixes = ["RESOURCESHARE_", "ALIBABA_CLOUD_"];

/**
 * Returns a warning for each stored key of the namespace that does not exist, for each environment variable that is probably misspelt, for
 * settings that only other tools read, and for a profile that an access key hides.
 * @param values - stored values, by key with the namespace, which may be misspelt, too
 */
export function unknownKeys(values: Readonly<Record<string, unknown>>, environment: Environment, storedAs: StoredAs = "stack"): string[] {
  const keys = Object.keys(values).filter((key) => nearest(key.replace(/:.*/, ":"), [namespace], 2) !== undefined);
  const sources = new ConfigurationSources(values, environment, storedAs);
  return [
    ...unknownNames(keys),
    ...misspeltVariables(environment),
    ...unreadSettings(sources, values, environment),
    ...hiddenProfiles(sources),
  ];
}

/** Returns a warning for each key, with its namespace, that is none of the configuration. */
export function unknownNames(keys: readonly string[]): string[] {
  const known = [...Object.keys(configurationKeys), ...programKeys];
  const meant = (key: string) => didYouMean(key.replace(/^[^:]*:/, ""), known, (one) => namespace + one);
  return keys
    .filter((key) => !known.some((name) => key === namespace + name))
    .map((key) => `${key} is not a key of the configuration and has no effect${partAdvice(key) ?? meant(key)}`);
}

/** What to do about a key of a part, as `resourceshare:accounts.consumer.accessKeyId`: without `--path` it is a key of its own. */
function partAdvice(key: string): string | undefined {
  const [whole = ""] = key.split(/[.[]/, 1);
  const isPart = whole !== key && whole.slice(namespace.length) in configurationKeys;
  const options = secretNames(accountMembers).some((name) => key.endsWith(`.${name}`)) ? "--path --secret" : "--path";
  return isPart ? `; to set a part of ${whole}, write \`pulumi config set ${options} ${key}\`` : undefined;
}

/**
 * Returns the keys of a project that are called like a key of the configuration which no place has: the namespace was probably forgotten.
 * @param values - stored values, by key with the namespace
 */
export function keysWithoutNamespace(project: string, values: Readonly<Record<string, unknown>>, environment: Environment): string[] {
  const sources = new ConfigurationSources(values, environment, "stack");
  return Object.keys(configurationKeys).filter((key) => values[`${project}:${key}`] !== undefined && sources.originOf(key) === undefined);
}

/** Without settings of its own, the provider would act in another region or account than those tools. */
function unreadSettings(sources: ConfigurationSources, values: Readonly<Record<string, unknown>>, environment: Environment): string[] {
  return Object.entries(settingsOfOtherTools).flatMap(([key, names]) => {
    if (sources.originOf(key) !== undefined) return [];
    const ours = `set ${sources.nameAt("environment", key)}, or ${namespace}${key}`;
    return names.filter((name) => values[name] ?? environment[name]).map((name) => `${name} is not read by resourceshare: ${ours}`);
  });
}

/** Of one place, an access key wins over a profile. */
function hiddenProfiles(sources: ConfigurationSources): string[] {
  const origin = sources.originOf("accessKeyId");
  if (origin === undefined || !["accessKeyId", "profile"].every((key) => sources.isAt(origin, key))) return [];
  return [`${sources.nameAt(origin, "profile")} has no effect beside ${sources.nameAt(origin, "accessKeyId")}: remove one of them`];
}

/**
 * Returns a failure for each name that is no argument of an explicit provider: without a misspelt credential, the provider would act in the
 * account of the environment.
 */
export function unknownArguments(names: readonly string[]): Failure[] {
  const known = Object.keys(configurationKeys);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({ property: name, reason: `is not an argument of Provider${didYouMeanCode(name, known)}` }));
}

/** Other programs use the prefixes, so that a variable counts only if it is close to one of this package. */
function misspeltVariables(environment: Environment): string[] {
  const variables = Object.values(configurationKeys).map(({ variable }) => variable);
  // Not every variable is called like its key.
  const byKey = new Map(Object.entries(configurationKeys).map(([key, { variable }]) => [`resourceshare${key}`.toLowerCase(), variable]));
  return Object.keys(environment).flatMap((name) => {
    if (!variablePrefixes.some((prefix) => name.startsWith(prefix)) || variables.includes(name)) return [];
    const meant =
      nearest(name, variables, 2) ??
      byKey.get(name.replaceAll("_", "").toLowerCase()) ??
      variables.find((variable) => nearest(`${name}_`, [variable.slice(0, name.length + 1)], 2) !== undefined);
    return meant === undefined ? [] : [`the environment variable ${name} has no effect; did you mean ${meant}?`];
  });
}
