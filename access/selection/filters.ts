import { matchesInAnyCase } from "../../provider/kernel/wildcard.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { unknownName } from "../share-snapshot.ts";

type Patterns = readonly string[] | undefined;

/** What `access` and `diff` select, by the names of their options. A list without entries selects everything; in an entry, `*` stands for any text. */
export interface Filters {
  /** Ids of targets. */
  readonly target?: Patterns;
  /** Ids or ARNs of resources. */
  readonly resource?: Patterns;
  readonly type?: Patterns;
  readonly permission?: Patterns;
  /** Names or ids of shares. */
  readonly share?: Patterns;
  /** Only targets outside the resource directory, services, and accounts of which that is not known. */
  readonly external?: boolean | undefined;
  /** Only access that is not in force yet, or was not before. */
  readonly pending?: boolean | undefined;
}

/**
 * Selects the accesses that match every filter. A value that is known only during the update matches each pattern, because it may be the
 * one that is asked for.
 *
 * @example
 * selected(accesses, { target: ["fd-*"], type: ["VSwitch"] })
 */
export function selected<Item extends ShownAccess>(accesses: readonly Item[], filters: Filters): readonly Item[] {
  const { target, resource, type, permission, share, external = false, pending = false } = filters;
  return accesses.filter(
    (access) =>
      isAnyOf(target, [access.target.id]) &&
      isAnyOf(resource, [access.resource.id, access.resource.arn]) &&
      isAnyOf(type, [access.resource.type]) &&
      isAnyOf(permission, [access.permission]) &&
      isAnyOf(
        share,
        access.shares.flatMap(({ name, id }) => [name, id]),
      ) &&
      (!external || isPossiblyOutside(access)) &&
      (!pending || access.pending || access.wasPending === true),
  );
}

/** Whether filters select a part only. */
export function isSelective({ target, resource, type, permission, share, external, pending }: Filters): boolean {
  return external === true || pending === true || [target, resource, type, permission, share].some((list = []) => list.length > 0);
}

function isAnyOf(patterns: Patterns, values: readonly (string | undefined)[]): boolean {
  if (patterns === undefined || patterns.length === 0) return true;
  return values.some((value) => value !== undefined && (value === unknownName || matchesInAnyCase(patterns, value)));
}

function isPossiblyOutside({ target }: ShownAccess): boolean {
  return target.external !== false || target.kind === "Service" || target.kind === "Unknown";
}
