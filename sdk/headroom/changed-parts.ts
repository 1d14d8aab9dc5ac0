import { isDeleted, isReplaced, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { ResourceState } from "../../access/diff/resource-state.ts";
import { nonEmptyText } from "../../access/untyped-values.ts";

/** A part that resources set on shares, such as a tag or a permission: its name and its value; `undefined`: not known yet. */
export type Parts = ReadonlyMap<string, unknown>;

/** What an update changes of the parts of one kind. */
export interface ChangedParts {
  readonly resource: PlannedResource;
  /** The parts that the resource sets on its share. */
  readonly added: Parts;
  /** The names of parts that it removes, and that no other resource of the stack sets on that share. */
  readonly removed: readonly string[];
}

/**
 * Compares the parts that each resource has before and after the update.
 *
 * @param partsOf Reads the parts of a state; `undefined` when not all are known, so that nothing counts as removed.
 */
export function changedPartsOf(
  resources: readonly PlannedResource[],
  partsOf: (resource: PlannedResource, state: ResourceState, moment: "before" | "after") => Parts | undefined,
): ChangedParts[] {
  const read = resources.map((resource) => ({
    resource,
    old: resource.before && { share: shareOf(resource, resource.before), parts: partsOf(resource, resource.before, "before") },
    next: resource.after && { share: shareAfter(resource, resource.after), parts: partsOf(resource, resource.after, "after") },
  }));
  const set = new Set(read.flatMap(({ next }) => [...(next?.parts?.keys() ?? [])].map((name) => JSON.stringify([next?.share, name]))));
  const changed = read.filter(({ resource: { operation } }) => operation !== "same" && operation !== "read");
  return changed.map(({ resource, old, next }) => {
    const had = old?.parts ?? none;
    const has = next?.parts ?? none;
    const isKept = old !== undefined && old.share === next?.share;
    const isAdopted = resource.before === undefined && resource.after?.inputs["adopt"] !== undefined;
    // A deleted share takes its own tags and permissions with it.
    const removesNothing = old === undefined || resource.isRetained || (resource.kind === "ResourceShare" && isDeleted(resource));
    const isUnclear = isKept && next.parts === undefined;
    return {
      resource,
      // What an adopted object has already is not known.
      added: isAdopted ? none : new Map([...has].filter(([name, value]) => !isKept || isNew(had, name, value))),
      removed: removesNothing || isUnclear ? [] : [...had.keys()].filter((name) => !set.has(JSON.stringify([old.share, name]))),
    };
  });
}

const none: Parts = new Map();

function isNew(had: Parts, name: string, value: unknown): boolean {
  return !had.has(name) || (value !== undefined && had.get(name) !== value);
}

/** Identifies the share of a state. */
function shareOf({ kind, urn }: PlannedResource, { id, inputs, outputs }: ResourceState): string {
  if (kind === "ResourceShare") return id ?? urn;
  return nonEmptyText(inputs["shareId"]) ?? nonEmptyText(outputs["shareId"]) ?? urn;
}

function shareAfter(resource: PlannedResource, state: ResourceState): string {
  if (resource.kind !== "ResourceShare") return shareOf(resource, state);
  return isReplaced(resource) ? resource.urn : (resource.before?.id ?? shareOf(resource, state));
}
