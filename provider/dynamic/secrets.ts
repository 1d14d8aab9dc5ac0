import type { Values } from "../lifecycle/resource.ts";

/** The mark of a secret in the engine's protocol: a key, and the value that it has. */
const MARK = "4dabf18193072939515e22adb298388d";
const SIGN = "1b47061264138c4ac30d75fd1eb44270";

/** The outputs that repeat entities, and the arguments that they come from. */
const REPEATED: ReadonlyMap<string, readonly string[]> = new Map([
  ["associations", ["resources", "resourceArns", "targets", "resourceProperties"]],
  ["sharedResources", ["shareId", "invitationId"]],
]);

/**
 * Outputs as the engine stores them when the program gave arguments as secrets. The engine marks the outputs that have the name of such an argument; it
 * does not know which others repeat what is in it, and those are marked here.
 */
export function withSecrets(outputs: Record<string, unknown>, properties: Values): Record<string, unknown> {
  const secrets = secretsOf(properties);
  const isSecret = (name: string) => REPEATED.get(name)?.some((argument) => secrets.includes(argument)) === true;
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, isSecret(name) ? secret(value) : value]));
}

/** The names of the arguments that the program gave as secrets; its class hands them down, for the engine hands down plain values. */
export function secretsOf(properties: Values): readonly string[] {
  const names = properties["__secrets"];
  return Array.isArray(names) ? names.map(String) : [];
}

function secret(value: unknown): Record<string, unknown> {
  return { [MARK]: SIGN, value };
}
