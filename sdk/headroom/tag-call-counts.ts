import { kindsWithTags } from "../../provider/resources/kinds.ts";
import { maxTags } from "../../provider/api/parameters.ts";
import { compareText, isRecord } from "../../provider/kernel/json.ts";
import { isUnknown } from "../../provider/lifecycle/diff.ts";
import { createTagKey, maxTagsBesideCreateTag } from "../../provider/resources/tags/tag-calls.ts";
import { isDeleted, type PlannedResource } from "../../access/diff/planned-resource.ts";
import type { ShareKeys } from "../../access/diff/shares/share-keys.ts";
import { createsOwnShare, isAdopted } from "./share-change.ts";
import { total } from "./total.ts";

/** A tag of one share. */
interface ShareTag {
  readonly share: string | undefined;
  readonly key: string;
  readonly value?: unknown;
}

/** Returns the fewest calls that set tags of shares, and that remove some. */
export function tagCallsOf(
  resources: readonly PlannedResource[],
  keys: ShareKeys,
): { readonly tagging: number; readonly untagging: number } {
  const tagged = resources.filter(({ kind }) => kindsWithTags.includes(kind));
  const heldBy = (resource: PlannedResource) => tagsIn(keys.before(resource), valueBefore(resource));
  const wantedBy = (resource: PlannedResource) => tagsIn(keys.after(resource), valueAfter(resource));
  const held = new Map(tagged.flatMap(heldBy).map((tag) => [idOf(tag), tag.value]));
  const wanted = new Set(tagged.flatMap(wantedBy).map(idOf));
  const unclear = new Set(tagged.filter((resource) => isUnknown(valueAfter(resource))).map(keys.after));
  const set = tagged
    .filter((resource) => !isAdopted(resource))
    // The call that creates a share also tags it.
    .flatMap((resource) => wantedBy(resource).slice(createsOwnShare(resource) ? maxTagsBesideCreateTag : 0))
    .filter((tag) => !held.has(idOf(tag)) || (!isUnknown(tag.value) && held.get(idOf(tag)) !== tag.value));
  const removed = tagged
    // A deleted share takes its own tags with it.
    .filter((resource) => !resource.isRetained && !(resource.kind === "ResourceShare" && isDeleted(resource)))
    .flatMap(heldBy)
    .filter((tag) => !wanted.has(idOf(tag)) && !unclear.has(tag.share))
    .map(({ share, key }): ShareTag => ({ share, key }));
  // The end of a creation removes the create tag.
  const created = tagged.filter(createsOwnShare).map((resource): ShareTag => ({ share: keys.after(resource), key: createTagKey }));
  return { tagging: fewestCalls(set), untagging: fewestCalls([...removed, ...created]) };
}

function valueBefore({ before }: PlannedResource): unknown {
  return before?.outputs["tags"] ?? before?.inputs["tags"];
}

function valueAfter(resource: PlannedResource): unknown {
  return resource.operation === "same" ? valueBefore(resource) : resource.after?.inputs["tags"];
}

function tagsIn(share: string | undefined, value: unknown): ShareTag[] {
  const tags = isRecord(value) && !isUnknown(value) ? Object.entries(value) : [];
  return tags.toSorted(([one], [other]) => compareText(one, other)).map(([key, inner]) => ({ share, key, value: inner }));
}

function idOf({ share, key }: ShareTag): string {
  return JSON.stringify([share, key]);
}

/**
 * A call sets or removes up to twenty keys of up to twenty shares, with one value for each key.
 * So the key that needs the most calls decides: the same calls have room for the others.
 */
function fewestCalls(tags: readonly ShareTag[]): number {
  const calls = [...Map.groupBy(tags, ({ key }) => key).values()].map((ofKey) => {
    const byValue = Map.groupBy(ofKey, ({ value }) => value);
    return total([...byValue.values()].map((shares) => Math.ceil(shares.length / maxTags)));
  });
  return Math.max(0, ...calls);
}
