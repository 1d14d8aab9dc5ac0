import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import type { ShownAccess } from "../shown-access.ts";
import { type Resource, shareKey, type Target } from "../share-snapshot.ts";
import { describedName } from "./target-kind.ts";

/** Accesses of which each target can use each resource, and which agree in everything else. */
export interface AccessGroup<Item extends ShownAccess> {
  /** One of the accesses, for what they have in common. */
  readonly first: Item;
  readonly targets: readonly Target[];
  readonly resources: readonly Resource[];
}

/**
 * Groups accesses: 30 VSwitches that 12 accounts can use through one share are one group.
 *
 * @param isExpanded Whether each access is a group of its own.
 */
export function groupsOf<Item extends ShownAccess>(accesses: readonly Item[], isExpanded = false): readonly AccessGroup<Item>[] {
  if (isExpanded) return accesses.map((access) => ({ first: access, targets: [access.target], resources: [access.resource] }));
  const byTarget = groupedBy(accesses, (access) => `${commonKeyOf(access)} ${describedName(access.target)}`);
  const rows = byTarget.map((own) => ({ first: own[0], resources: own.map(({ resource }) => resource) }));
  const groups = groupedBy(rows, ({ first, resources }) => commonKeyOf(first) + JSON.stringify(resources.map(describedName)));
  return groups.map((same) => ({ ...same[0], targets: same.map(({ first }) => first.target) }));
}

function commonKeyOf(access: ShownAccess): string {
  const { change, gap, wasPending, stack, pending, permission, oldPermission = "", resource, target, shares } = access;
  const ofChange = [change, gap, wasPending, stack, pending, permission, oldPermission];
  return JSON.stringify([...ofChange, resource.type, target.kind, target.external, shares.map(shareKey)]);
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
