import { kindsWithTags } from "../../provider/resources/kinds.ts";
import { maxTags } from "../../provider/api/parameters.ts";
import { compareText, isRecord } from "../../provider/kernel/json.ts";
import { isUnknown } from "../../provider/lifecycle/diff.ts";
import { createTagKey, maxTagsBesideCreateTag } from "../../provider/resources/tags/tag-calls.ts";
import type { PlannedResource } from "../../access/diff/planned-resource.ts";
import type { ResourceState } from "../../access/diff/resource-state.ts";
import { changedPartsOf, type Parts } from "./changed-parts.ts";
import { createsOwnShare } from "./share-change.ts";
import { total } from "./total.ts";

/** One key of one share, with the value that a call sets. */
type Assignment = readonly [key: string, value: unknown];

/** Returns the fewest calls that set tags of shares, and that remove some. */
export function tagCallsOf(resources: readonly PlannedResource[]): { readonly tagging: number; readonly untagging: number } {
  const tagged = resources.filter(({ kind }) => kindsWithTags.includes(kind));
  const changes = changedPartsOf(tagged, tagsOf);
  const set = changes.flatMap(({ resource, added }): readonly Assignment[] => {
    const all = [...added].toSorted(([one], [other]) => compareText(one, other));
    // The call that creates a share also tags it.
    return createsOwnShare(resource) ? all.slice(maxTagsBesideCreateTag) : all;
  });
  const removed = changes.flatMap(({ resource, removed: keys }): readonly Assignment[] => [
    ...keys.map((key) => [key, undefined] as const),
    // The end of a creation removes the create tag.
    ...(createsOwnShare(resource) ? [[createTagKey, undefined] as const] : []),
  ]);
  return { tagging: fewestCalls(set), untagging: fewestCalls(removed) };
}

/** A call sets one value of a key, or removes the key, for up to twenty shares. It may do so for up to twenty keys, so the largest number counts. */
function fewestCalls(assignments: readonly Assignment[]): number {
  const byKey = Map.groupBy(assignments, ([key]) => key);
  const calls = [...byKey.values()].map((ofKey) => {
    const byValue = Map.groupBy(ofKey, ([, value]) => value);
    return total([...byValue.values()].map((shares) => Math.ceil(shares.length / maxTags)));
  });
  return Math.max(0, ...calls);
}

function tagsOf(_resource: PlannedResource, { inputs, outputs }: ResourceState, moment: "before" | "after"): Parts | undefined {
  const tags = moment === "before" ? (outputs["tags"] ?? inputs["tags"]) : inputs["tags"];
  if (isUnknown(tags)) return undefined;
  return new Map(Object.entries(isRecord(tags) ? tags : {}).map(([key, value]) => [key, isUnknown(value) ? undefined : value]));
}
