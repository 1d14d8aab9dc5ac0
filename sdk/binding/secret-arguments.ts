import * as pulumi from "@pulumi/pulumi";

const known = new WeakMap<object, Secrets>();

type Secrets = Promise<string[] | undefined>;

/**
 * The names of the arguments that are or contain secrets, for the provider to hide the outputs that repeat them.
 *
 * @param share The share that the resource belongs to: its secret arguments are secret here too.
 * @returns `undefined` when no argument can be a secret.
 */
export function secretArguments(args: object | null | undefined, share: object | undefined): Secrets | undefined {
  const candidates = Object.entries(args ?? {}).filter(([, value]) => mayBeSecret(value));
  if (candidates.length === 0 && share === undefined) return undefined;
  return namesOf(candidates, share);
}

/** Records the secret arguments of a resource, for other resources of its share. */
export function rememberSecrets(resource: object, names: Secrets | undefined): void {
  if (names !== undefined) known.set(resource, names);
}

async function namesOf(candidates: readonly (readonly [string, unknown])[], share: object | undefined): Secrets {
  const secret = await Promise.all(candidates.map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : [])));
  const inherited = share === undefined ? [] : ((await known.get(share)) ?? []);
  const names = [...secret.flat(), ...(inherited.length > 0 ? ["shareId"] : [])].toSorted();
  return names.length > 0 ? names : undefined;
}

/** Whether a value is or contains an output or a promise: plain values are no secrets. */
function mayBeSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  return Object.values(value).some(mayBeSecret);
}
