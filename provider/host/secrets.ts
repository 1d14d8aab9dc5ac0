import type { Resource } from "../lifecycle/resource.ts";

/** The signature of a secret in the engine's protocol: a key and its value. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Returns the outputs of a kind of resource, as secrets where they repeat secret arguments under another name.
 * The engine itself makes outputs secret that have the name of a secret argument.
 */
export function withSecrets(
  { repeats = {} }: Pick<Resource, "repeats">,
  outputs: Record<string, unknown>,
  secrets: readonly string[],
): Record<string, unknown> {
  const isSecret = (name: string) => repeats[name]?.some((argument) => secrets.includes(argument)) === true;
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, isSecret(name) ? secret(value) : value]));
}

/** Returns a value as a secret of the engine's protocol. */
export function secret(value: unknown): Record<string, unknown> {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}
