import type { Failure } from "../../kernel/errors.ts";
import { didYouMean, didYouMeanCode, nearest } from "../../kernel/ids.ts";
import { configurationKeys, programKeys } from "./configuration-keys.ts";
import { type Environment, namespace } from "./configuration-sources.ts";

const variablePrefixes = ["RESOURCESHARE_", "ALIBABA_CLOUD_"];

/**
 * Returns a warning for each stored key of the namespace that does not exist, and for each environment variable that is probably misspelt.
 * @param values - stored values, by key with the namespace, which may be misspelt, too
 */
export function unknownKeys(values: Readonly<Record<string, unknown>>, environment: Environment): string[] {
  const keys = Object.keys(values).filter((key) => nearest(key.replace(/:.*/, ":"), [namespace], 2) !== undefined);
  return [...unknownNames(keys), ...misspeltVariables(environment)];
}

/** Returns a warning for each key, with its namespace, that is none of the configuration. */
export function unknownNames(keys: readonly string[]): string[] {
  const known = [...Object.keys(configurationKeys), ...programKeys];
  const meant = (key: string) => didYouMean(key.replace(/^[^:]*:/, ""), known, (one) => namespace + one);
  return keys
    .filter((key) => !known.some((name) => key === namespace + name))
    .map((key) => `${key} is not a key of the configuration and has no effect${meant(key)}`);
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
