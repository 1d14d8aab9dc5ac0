/** The signature of a secret in the engine's protocol: a key and its value. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** The outputs that repeat arguments, and the arguments that they repeat. */
const REPEATED: ReadonlyMap<string, readonly string[]> = new Map([
  ["associations", ["resources", "resourceArns", "targets", "resourceProperties"]],
  ["sharedResources", ["shareId", "invitationId"]],
]);

/**
 * Returns the outputs, as secrets where they repeat secret arguments under another name.
 * The engine itself makes outputs secret that have the name of a secret argument.
 */
export function withSecrets(outputs: Record<string, unknown>, secrets: readonly string[]): Record<string, unknown> {
  const isSecret = (name: string) => REPEATED.get(name)?.some((argument) => secrets.includes(argument)) === true;
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, isSecret(name) ? secret(value) : value]));
}

/** Returns a value as a secret of the engine's protocol. */
export function secret(value: unknown): Record<string, unknown> {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}
