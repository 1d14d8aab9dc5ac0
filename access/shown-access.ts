import type { Access } from "./access.ts";
import type { Change } from "./diff/changes.ts";
import type { Resource, Target } from "./share-snapshot.ts";

/** An access to show: a present one, or a change of one. */
export type ShownAccess = Access & Partial<Pick<Change, "change" | "gap" | "mayBeLost" | "wasPending" | "stack" | "oldPermission">>;

/** Joins a lost and a gained access that differ in nothing but the permission and the properties: it is one access that is changed. */
export function withChanged<Item extends ShownAccess>(changes: readonly Item[]): readonly Item[] {
  const keyOf = ({ stack, target, resource, pending }: Item) => JSON.stringify([stack, target.id, resource.type, resource.id, pending]);
  const lost = Map.groupBy(
    changes.filter(({ change }) => change === "lost"),
    keyOf,
  );
  const joined = new Set<Item>();
  const shown = changes.map((change) => {
    const old = change.change === "gained" ? lost.get(keyOf(change))?.shift() : undefined;
    if (old === undefined) return change;
    joined.add(old);
    return {
      ...change,
      change: "changed" as const,
      ...(old.permission === change.permission ? {} : { oldPermission: old.permission }),
      target: withOldProperty(change.target, old.target),
      resource: withOldProperty(change.resource, old.resource),
    };
  });
  return shown.filter((change) => !joined.has(change));
}

function withOldProperty<Entity extends Target | Resource>(entity: Entity, { property }: Target | Resource): Entity {
  return entity.property === property ? entity : { ...entity, oldProperty: property ?? null };
}

/**
 * How accesses change, in the order of every list: an access that is interrupted, comes into force or is pending again although it is kept
 * is a change of its own.
 */
const sections = ["gained", "lost", "changed", "gap", "in force", "pending again", "unknown", "kept"] as const;
export type Section = (typeof sections)[number];

/** What decides how an access changes. */
type Changing = Pick<ShownAccess, "change" | "gap" | "pending" | "wasPending">;

/** How an access changes; a present one is kept. */
export function sectionOf({ change = "kept", gap, pending, wasPending = pending }: Changing): Section {
  if (change !== "kept") return change;
  if (gap === true) return "gap";
  if (wasPending !== pending) return pending ? "pending again" : "in force";
  return "kept";
}

/** Sorts changes by how they change, as the table and the comment list them. */
export function bySection<Item extends ShownAccess>(changes: readonly Item[]): readonly Item[] {
  return inSections(changes).flatMap(([, some]) => some);
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
