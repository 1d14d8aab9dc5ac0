import { z } from "zod";
import { compareNames } from "./compare-names.ts";
import { AccessIndex } from "./access-index.ts";
import { type Grant, Resource, ShareName, type ShareSnapshot, Target } from "./share-snapshot.ts";

/** One target can use one resource under one permission. */
export const Access = z.object({
  target: Target,
  resource: Resource,
  permission: z
    .string()
    .describe(
      "Its name; `default` where the type's default applies and its name is not known; `unknown` where the name is known only during the update",
    ),
  account: z.string().optional().describe("The account that shares: its id, or its name in the configuration where the id is not known"),
  /** The region of the share; `undefined` when it is not known. */
  region: z.string().optional(),
  pending: z.boolean().describe("No share grants it yet: an invitation is or may be open, or an association is in progress"),
  /** Every share that grants it, sorted by name, and whether it does not grant it yet. */
  shares: z.array(ShareName.extend({ pending: z.boolean() })),
});
export type Access = Readonly<z.infer<typeof Access>>;

/**
 * Returns the accesses that shares grant, each once, and sorted, so that equal sets are equal lists.
 *
 * @example
 * const { snapshots } = await readAccess(client, "given");
 * for (const { target, resource } of accessOf(snapshots)) console.log(`${target.id} can use ${resource.id}`);
 */
export function accessOf(snapshots: Iterable<ShareSnapshot>): Access[] {
  const index = new AccessIndex<readonly Grant[]>();
  for (const snapshot of snapshots) index.add(snapshot, (grants = [], grant) => [...grants, grant]);
  return index.sorted().flatMap((grants) => accessGrantedBy(grants) ?? []);
}

/** Merges the grants of the same access into one; `undefined` without a grant. */
export function accessGrantedBy(grants: readonly Grant[]): Access | undefined {
  const [first] = grants;
  if (first === undefined) return undefined;
  const { target, resource, permission } = first;
  const isSingle = grants.length === 1;
  return {
    target: isSingle ? target.entity : { ...target.entity, external: externalOf(grants.map((grant) => grant.target.entity)) },
    resource: isSingle ? resource.entity : { ...resource.entity, arn: firstOf(grants, (grant) => grant.resource.entity.arn) },
    permission,
    account: firstOf(grants, ({ snapshot }) => snapshot.account),
    region: firstOf(grants, ({ snapshot }) => snapshot.region),
    pending: !areInForce(grants),
    shares: grants
      .map((grant) => ({ ...grant.snapshot.share, pending: isPending(grant) }))
      .toSorted((a, b) => compareNames(orderOf(a), orderOf(b))),
  };
}

/** Whether one of the grants is in force, and not only pending. */
export function areInForce(grants: readonly Grant[]): boolean {
  return !grants.every(isPending);
}

function isPending({ target, resource }: Grant): boolean {
  return target.pending || resource.pending;
}

/** Returns `true` if one share lists the target as external, else `null` if it is unknown for one, else `false`; `undefined` without any value. */
export function externalOf(targets: readonly Target[]): Target["external"] {
  const known = new Set(targets.map(({ external }) => external));
  return [true, null, false].find((external) => known.has(external));
}

function firstOf<Value>(grants: readonly Grant[], valueOf: (grant: Grant) => Value | undefined): Value | undefined {
  const found = grants.find((grant) => valueOf(grant) !== undefined);
  return found && valueOf(found);
}

function orderOf({ name, id, urn }: ShareName): string {
  return `${name} ${id ?? urn ?? ""}`;
}
