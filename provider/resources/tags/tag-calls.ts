import { z } from "zod";
import type { ResourceShare, Tag } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import { maxTags } from "../../api/parameters.ts";
import { taggedType, TagResources, UntagResources } from "../../api/tags.ts";
import type { Failure } from "../../kernel/errors.ts";
import { chunks } from "../../kernel/ids.ts";
import { compareText, isRecord } from "../../kernel/json.ts";
import { mustBe } from "../../kernel/shape-reason.ts";
import type { Claim } from "../../lifecycle/claims.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { callWhenVisible } from "../share-calls.ts";

/** The key of the create tag: a share has this tag while it is being created. */
export const createTagKey = "resourceshare:creating";
/** Returns whether a share has the create tag: its creation is in progress, or was interrupted. */
export function hasCreateTag({ Tags }: Pick<ResourceShare, "Tags">): boolean {
  return Tags?.some(({ Key }) => Key === createTagKey) ?? false;
}

/** How many other tags a share can have while it has the create tag. */
export const maxTagsBesideCreateTag = maxTags - 1;

const address = /https?:\/\//i;
/** The vendor's reserved prefix (assumption S-tagprefix). */
const reserved = /^(acs:|aliyun)/i;

/** Returns whether only the vendor can set tags with a key. */
export function isReservedKey(text: string): boolean {
  return reserved.test(text);
}

/** The shape of a tag's key in a program. */
export const tagKeyInput = z
  .string()
  .min(1, "a tag's key must not be empty")
  .max(128, "a tag's key has at most 128 characters")
  .refine((text) => !reserved.test(text), "a tag's key must not start with `acs:` or `aliyun`")
  .refine((text) => !address.test(text), "a tag's key must not contain `http://` or `https://`")
  .refine((text) => text !== createTagKey, `the provider sets \`${createTagKey}\` itself: remove it`);
const value = z
  .string()
  .max(128, "a tag's value has at most 128 characters")
  .refine((text) => !/^acs:/i.test(text), "a tag's value must not start with `acs:`")
  .refine((text) => !address.test(text), "a tag's value must not contain `http://` or `https://`");

/** The shape of tags in a program (specification: Tag rule). */
export const tagsInput = z.record(tagKeyInput, value, mustBe('an object, as { team: "net" }'));

/** Returns what the service will probably refuse (assumption S-tagresources): it adds up the tags of a share, whichever resources set them. */
export function adviseOnTags(tags: unknown): Failure[] {
  const count = isRecord(tags) ? Object.keys(tags).length : 0;
  if (count <= maxTags) return [];
  return [{ property: "tags", reason: `has ${count} tags: a share has at most ${maxTags}; remove ${count - maxTags}` }];
}

/** Tags by key. */
export type Tags = Record<string, string>;

/**
 * Returns the tags of a share with the given keys, or all that a program may list: not the vendor's and not the create tag.
 * The list of shares returns tags, so a record without tags is of a share that has none (assumption S-tags).
 */
export function tagsOf(held: readonly Tag[] | undefined, keys: readonly string[] | "all"): Tags | undefined {
  const mine = (held ?? []).filter(({ Key }) => (keys === "all" ? isOfUser(Key) : keys.includes(Key)));
  const sorted = mine.toSorted((a, b) => compareText(a.Key, b.Key)).map(({ Key, Value }) => [Key, Value ?? ""] as const);
  return sorted.length > 0 ? Object.fromEntries(sorted) : undefined;
}

function isOfUser(text: string): boolean {
  return text !== createTagKey && !isReservedKey(text);
}

/** Returns the tags sorted by key; empty tags become absent. */
export function canonicalTags<T>(tags: T): T | Record<string, unknown> | undefined {
  if (!isRecord(tags)) return tags;
  const sorted = Object.entries(tags).toSorted(([a], [b]) => compareText(a, b));
  return sorted.length > 0 ? Object.fromEntries(sorted) : undefined;
}

/** Converts tags to the list that requests take. */
export function toTagList(tags: Tags | undefined): Tag[] {
  return Object.entries(tags ?? {}).map(([Key, Value]) => ({ Key, Value }));
}

/** Returns the claims of tags to a share: each key. */
export function tagClaimsOf(shareId: unknown, tags: unknown): Claim[] {
  if (typeof shareId !== "string" || !isRecord(tags)) return [];
  return Object.keys(tags).map((name) => ({ objectId: shareId, property: "tags", part: tagPart(name), allowsExclusiveOwner: true }));
}

/** Returns the name of a tag in ownership claims. */
export function tagPart(name: string): string {
  return `tag ${name}`;
}

/** Changes the tags of a share from `before` to `after`; other keys, and keys that another resource has, are not removed. */
export async function reconcileTags(context: Context, shareId: string, before: Tags | undefined, after: Tags | undefined): Promise<void> {
  const isLost = (name: string) => context.ownership.isLost(context.urn, shareId, tagPart(name));
  const [held, wanted] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  const changed = toTagList(after).filter(({ Key, Value }) => held.get(Key) !== Value || isLost(Key));
  const removed = [...held.keys()].filter((name) => !wanted.has(name));
  if (changed.length + removed.length > 0) context.reportProgress("tags");
  const remove = () => context.ownership.remove(context, shareId, removed, tagPart, (keys) => untag(context, shareId, keys));
  try {
    await tag(context, shareId, changed);
  } catch (error) {
    if (removed.length === 0 || !failedWith(error, TagResources, "NumberExceed.Tags")) throw error;
    // The old and the new tags together exceed the limit of a share, so the old ones are removed first.
    await remove();
    return tag(context, shareId, changed);
  }
  await remove();
}

/** Adds tags to a share, twenty a call. */
async function tag(context: Context, shareId: string, tags: readonly Tag[]): Promise<void> {
  const parts = tags.map(({ Key }) => tagPart(Key));
  await context.ownership.add(context, shareId, parts, () =>
    Promise.all(
      chunks(tags, maxTags).map((some) =>
        callWhenVisible(context, `tagging ${shareId}`, () =>
          context.client.call(TagResources, { ...subject(context, shareId), Tag: some }),
        ),
      ),
    ),
  );
}

/** Removes keys from a share, twenty a call. */
export async function untag(context: Context, shareId: string, keys: readonly string[]): Promise<void> {
  await Promise.all(
    chunks(keys, maxTags).map((names) =>
      callWhenVisible(context, `untagging ${shareId}`, () =>
        context.client.call(UntagResources, { ...subject(context, shareId), TagKey: names }),
      ),
    ),
  );
}

function subject(context: Context, shareId: string) {
  return { ResourceType: taggedType, RegionId: context.client.region, ResourceId: [shareId] };
}
