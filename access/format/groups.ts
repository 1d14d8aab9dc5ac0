import type { ShownAccess } from "../diff/changes.ts";
import type { Resource, Target } from "../share-snapshot.ts";
import { describedName } from "./target-kind.ts";

/** Accesses of which each target can use each resource, and which agree in everything else. */
export interface AccessGroup<Item extends ShownAccess> {
  /** One of the accesses, for what they have in common. */
  readonly first: Item;
  readonly targets: readonly Target[];
  readonly resources: readonly Resource[];
}

interface Row<Item> {
  readonly first: Item;
  readonly target: Target;
  readonly resources: Resource[];
}

/**
 * Groups accesses: 30 VSwitches that 12 accounts can use through one share are one group.
 *
 * @param isExpanded Whether each access is a group of its own.
 */
export function groupsOf<Item extends ShownAccess>(accesses: readonly Item[], isExpanded = false): readonly AccessGroup<Item>[] {
  if (isExpanded) return accesses.map((access) => ({ first: access, targets: [access.target], resources: [access.resource] }));
  const rows = new Map<string, Row<Item>>();
  for (const access of accesses) {
    const key = `${commonKeyOf(access)} ${describedName(access.target)}`;
    const row = rows.get(key) ?? { first: access, target: access.target, resources: [] };
    row.resources.push(access.resource);
    rows.set(key, row);
  }
  const groups = Map.groupBy(rows.values(), ({ first, resources }) => commonKeyOf(first) + JSON.stringify(resources.map(describedName)));
  return [...groups.values()].flatMap((same) => {
    const [row] = same;
    return row === undefined ? [] : [{ first: row.first, targets: same.map(({ target }) => target), resources: row.resources }];
  });
}

/** What the accesses of a group have in common. */
function commonKeyOf({ change, gap, wasPending, stack, pending, permission, resource, target, shares }: ShownAccess): string {
  const through = shares.map(({ id, urn, name }) => id ?? urn ?? name);
  return JSON.stringify([change, gap, wasPending, stack, pending, permission, resource.type, target.kind, target.external, through]);
}

/**
 * The ids of a list, as many as have room, and the number of the others.
 *
 * @example
 * shortList(["vsw-1", "vsw-2", "vsw-3"], 12) // "vsw-1, vsw-2 + 1 more"
 */
export function shortList(ids: readonly string[], longest: number): string {
  let text = ids[0] ?? "";
  let shown = Math.min(1, ids.length);
  for (const id of ids.slice(1)) {
    const next = `${text}, ${id}`;
    if (next.length > longest) break;
    text = next;
    shown += 1;
  }
  return shown < ids.length ? `${text} + ${ids.length - shown} more` : text;
}
