import { matchesInAnyCase } from "../../provider/kernel/wildcard.ts";
import { shortPermission } from "../permission-text.ts";
import type { ShownAccess } from "../shown-access.ts";
import { unknownName } from "../share-snapshot.ts";

/** The values of an access that the patterns of each filter are compared with. */
export const filteredValues = {
  target: ({ target }: ShownAccess) => [target.id],
  resource: ({ resource: { id, arn = id } }: ShownAccess) => [id, arn],
  type: ({ resource }: ShownAccess) => [resource.type],
  permission: ({ permission, oldPermission = permission, resource }: ShownAccess) =>
    [permission, oldPermission].flatMap((name) => [name, shortPermission(name, resource.type)]),
  share: ({ shares }: ShownAccess) => shares.flatMap(({ name, id = name }) => [name, id]),
};

type PatternFilter = keyof typeof filteredValues;

/** The names of the filters that have patterns. */
// `Object.keys` types every name as a text.
export const patternFilters = Object.keys(filteredValues) as readonly PatternFilter[];

/** What `access` and `diff` select, by the names of their options. A list without entries selects everything; in an entry, `*` stands for any text. */
export interface Filters extends Readonly<Partial<Record<PatternFilter, readonly string[] | undefined>>> {
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
  const { external = false, pending = false } = filters;
  return accesses.filter(
    (access) =>
      patternFilters.every((name) => isAnyOf(filters[name], filteredValues[name](access))) &&
      (!external || isPossiblyOutside(access)) &&
      (!pending || access.pending || access.wasPending === true),
  );
}

/** Whether filters select a part only. */
export function isSelective(filters: Filters): boolean {
  return filters.external === true || filters.pending === true || patternFilters.some((name) => (filters[name] ?? []).length > 0);
}

function isAnyOf(patterns: readonly string[] = [], values: readonly string[]): boolean {
  return patterns.length === 0 || values.some((value) => value === unknownName || matchesInAnyCase(patterns, value));
}

function isPossiblyOutside({ target }: ShownAccess): boolean {
  return target.external !== false || target.kind === "Service" || target.kind === "Unknown";
}
