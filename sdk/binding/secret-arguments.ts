import * as pulumi from "@pulumi/pulumi";

/** The names of secret arguments; `undefined` for none. */
export type Secrets = Promise<string[] | undefined>;

/**
 * The names of the arguments that are or contain secrets, for the provider to hide the outputs that repeat them.
 *
 * @param ofShare The secret arguments of the share that the resource belongs to: they make its `shareId` secret.
 * @returns `undefined` when no argument can be a secret.
 */
export function secretArguments(args: object | null | undefined, ofShare: Secrets | undefined): Secrets | undefined {
  const candidates = Object.entries(args ?? {}).filter(([, value]) => mayBeSecret(value));
  return candidates.length === 0 && ofShare === undefined ? undefined : namesOf(candidates, ofShare);
}

async function namesOf(candidates: readonly (readonly [string, unknown])[], ofShare: Secrets | undefined): Secrets {
  const secret = await Promise.all(candidates.map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : [])));
  const names = [...secret.flat(), ...((await ofShare) === undefined ? [] : ["shareId"])].toSorted();
  return names.length > 0 ? names : undefined;
}

/** Whether a value is or contains an output or a promise: plain values are no secrets. */
function mayBeSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  return Object.values(value).some(mayBeSecret);
}
