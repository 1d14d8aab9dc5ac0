import type { Failure } from "../../kernel/errors.ts";
import { didYouMean, didYouMeanCode, nearest } from "../../kernel/ids.ts";
import { configurationKeys, programKeys } from "./configuration-keys.ts";
import { type Environment, namespace } from "./configuration-sources.ts";

const variablePrefixes = ["RESOURCESHARE_", "ALIBABA_CLOUD_"];

/**
 * Returns a warning for each stored key of the namespace that does not exist, and for each environment variable that is probably misspelt.
 * @param values - stored values, by key with the namespace
 */
export function unknownKeys(values: Readonly<Record<string, unknown>>, environment: Environment): string[] {
  const names = Object.keys(values).flatMap((key) => (key.startsWith(namespace) ? [key.slice(namespace.length)] : []));
  return [...unknownNames(names), ...misspeltVariables(environment)];
}

/** Returns a warning for each name that is no key of the configuration. @param names - without the namespace */
export function unknownNames(names: readonly string[]): string[] {
  const known = [...Object.keys(configurationKeys), ...programKeys];
  const meant = (name: string) => didYouMean(name, known, (one) => namespace + one);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${namespace}${name} is not a key of the configuration and has no effect${meant(name)}`);
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
