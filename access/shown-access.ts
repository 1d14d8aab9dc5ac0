import type { Access } from "./access.ts";
import type { Change } from "./diff/changes.ts";

/** An access to show: a present one, or a change of one. */
export type ShownAccess = Access & Partial<Pick<Change, "change" | "gap" | "wasPending" | "stack" | "oldPermission">>;

/**
 * Joins a lost and a gained access that differ in nothing but the permission: for people, the permission of one access changes.
 *
 * @returns The changes, where such a gained access has an `oldPermission`, and the lost one is left out.
 */
export function withChangedPermissions<Item extends ShownAccess>(changes: readonly Item[]): readonly Item[] {
  const keyOf = ({ stack, target, resource, pending }: Item) =>
    JSON.stringify([stack, target.id, target.property, resource.type, resource.id, resource.property, pending]);
  const lost = Map.groupBy(
    changes.filter(({ change }) => change === "lost"),
    keyOf,
  );
  const joined = new Set<Item>();
  const shown = changes.map((change) => {
    const old = change.change === "gained" ? lost.get(keyOf(change))?.shift() : undefined;
    if (old === undefined) return change;
    joined.add(old);
    return { ...change, oldPermission: old.permission };
  });
  return shown.filter((change) => !joined.has(change));
}

/** The permission of an access; of a changed one, also the permission before. */
export function permissionText({ permission, oldPermission }: Pick<ShownAccess, "permission" | "oldPermission">): string {
  return oldPermission === undefined ? permission : `${oldPermission} → ${permission}`;
}

/**
 * How accesses change, in the order of every list: a permission that changes, and an access that is interrupted, comes into force or is
 * pending again although it is kept, are changes of their own.
 */
const sections = ["gained", "lost", "permission", "gap", "in force", "pending again", "unknown", "kept"] as const;
export type Section = (typeof sections)[number];

/** What decides how an access changes. */
type Changing = Pick<ShownAccess, "change" | "gap" | "oldPermission" | "pending" | "wasPending">;

/** How an access changes; a present one is kept. */
export function sectionOf({ change = "kept", gap, oldPermission, pending, wasPending = pending }: Changing): Section {
  if (oldPermission !== undefined) return "permission";
  if (change !== "kept") return change;
  if (gap === true) return "gap";
  if (wasPending !== pending) return pending ? "pending again" : "in force";
  return "kept";
}

/** Groups changes by how they change; each is in one section, and sections without changes are left out. */
export function inSections<Item extends ShownAccess>(changes: readonly Item[]): readonly (readonly [Section, readonly Item[]])[] {
  const bySection = Map.groupBy(changes, sectionOf);
  return sections.flatMap((section) => {
    const found = bySection.get(section);
    return found === undefined ? [] : [[section, found] as const];
  });
}

/** The accesses that change, without what stays as it is. */
export function withoutUnchanged<Item extends ShownAccess>(changes: readonly Item[]): readonly Item[] {
  return changes.filter((change) => sectionOf(change) !== "kept");
}
