import { matchesInAnyCase } from "../../provider/kernel/wildcard.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { unknownName } from "../share-snapshot.ts";

/** What `access` and `diff` select. A list without entries selects everything; in an entry, `*` stands for any text. */
export interface Filters {
  /** Ids of targets. */
  readonly targets?: readonly string[];
  /** Ids or ARNs of resources. */
  readonly resources?: readonly string[];
  readonly types?: readonly string[];
  readonly permissions?: readonly string[];
  /** Names or ids of shares. */
  readonly shares?: readonly string[];
  /** Only targets outside the resource directory, services, and accounts of which that is not known. */
  readonly external?: boolean;
  /** Only access that is not in force yet, or was not before. */
  readonly pending?: boolean;
}

/**
 * Selects the accesses that match every filter. A value that is known only during the update matches each pattern, because it may be the
 * one that is asked for.
 *
 * @example
 * selected(accesses, { targets: ["fd-*"], types: ["VSwitch"] })
 */
export function selected<Item extends ShownAccess>(accesses: readonly Item[], filters: Filters): readonly Item[] {
  const { targets, resources, types, permissions, shares, external = false, pending = false } = filters;
  return accesses.filter(
    (access) =>
      isAnyOf(targets, [access.target.id]) &&
      isAnyOf(resources, [access.resource.id, access.resource.arn]) &&
      isAnyOf(types, [access.resource.type]) &&
      isAnyOf(permissions, [access.permission]) &&
      isAnyOf(
        shares,
        access.shares.flatMap(({ name, id }) => [name, id]),
      ) &&
      (!external || isPossiblyOutside(access)) &&
      (!pending || access.pending || access.wasPending === true),
  );
}

/** Whether filters select a part only. */
export function isSelective({ targets, resources, types, permissions, shares, external, pending }: Filters): boolean {
  return (
    external === true ||
    pending === true ||
    [targets, resources, types, permissions, shares].some((list) => list !== undefined && list.length > 0)
  );
}

function isAnyOf(patterns: readonly string[] | undefined, values: readonly (string | undefined)[]): boolean {
  if (patterns === undefined || patterns.length === 0) return true;
  return values.some((value) => value !== undefined && (value === unknownName || matchesInAnyCase(patterns, value)));
}

function isPossiblyOutside({ target }: ShownAccess): boolean {
  return target.external !== false || target.kind === "Service" || target.kind === "Unknown";
}
