import type { Resource, Values } from "../lifecycle/resource.ts";

/** The signature of a secret in the engine's protocol: a key and its value. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Returns the outputs of a kind of resource, as secrets where they repeat secret arguments under another name.
 * The engine itself makes outputs secret that have the name of a secret argument.
 */
export function withSecrets(kind: Pick<Resource, "repeats">, outputs: Values, secrets: readonly string[]): Record<string, unknown> {
  return hidden(outputs, (name) => repeatsSecret(kind, name, secrets));
}

/**
 * Returns the outputs of a kind of resource, as secrets where secret arguments have or repeat their names. After a failure, outputs may be
 * those of the arguments before, so that each is secret as a whole, whatever the engine knows of the present arguments.
 */
export function withSecretArguments(kind: Pick<Resource, "repeats">, outputs: Values, secrets: readonly string[]): Record<string, unknown> {
  return hidden(outputs, (name) => secrets.includes(name) || repeatsSecret(kind, name, secrets));
}

/** Whether an output of a kind of resource repeats one of the secret arguments under another name. */
function repeatsSecret({ repeats = {} }: Pick<Resource, "repeats">, output: string, secrets: readonly string[]): boolean {
  return repeats[output]?.some((argument) => secrets.includes(argument)) === true;
}

/** Returns properties, as secrets where a predicate is true of their names. */
export function hidden(properties: Values, isSecret: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isSecret(name) ? secret(value) : value]));
}

/** Returns a value as a secret of the engine's protocol. */
export function secret(value: unknown): Record<string, unknown> {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}
