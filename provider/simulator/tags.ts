import type { Tag } from "../api/entities.ts";
import type { Code } from "../api/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Call, Handler, Question } from "./call.ts";
import { ownShare, ownShares } from "./lookup.ts";
import { page } from "./paging.ts";
import type { Share } from "./records.ts";
import { refuse } from "./refusal.ts";
import { entries, flag, hasDuplicates, required, text } from "./rules.ts";

const maxTags = 20;
const maxLength = 128;
const pageOfTags = 50;

export const ListTagResources: Handler<"ListTagResources"> = (call) => {
  checkPlace(call);
  if (call.question["ResourceId"] === undefined && call.question["Tag"] === undefined) {
    refuse("MissingParameter.ResourceIdOrTag", "Neither ResourceId nor Tag is given.");
  }
  const ids = taggedIds(call.question);
  const tags = namedTags(call);
  const shares = ids.length > 0 ? ids.map((id) => taggedShare(call, id)) : ownShares(call).filter(isTaggable);
  const found = shares
    .filter((share) => bearsTags(share, tags))
    .flatMap((share) => [...share.tags].map(([TagKey, TagValue]) => ({ share: share.id, TagKey, TagValue })))
    .map((tag, index) => ({ ...tag, sequence: index + 1 }));
  const { records, ...rest } = page(call, found, pageOfTags);
  const TagResource = records.map(({ share, TagKey, TagValue }) => ({
    ResourceId: share,
    ResourceType: "ResourceShare",
    TagKey,
    TagValue,
  }));
  return { ...rest, TagResources: { TagResource } };
};

export const TagResources: Handler<"TagResources"> = (call) => {
  checkPlace(call);
  const ids = someTaggedIds(call.question);
  const tags = namedTags(call);
  if (tags.length === 0) refuse("MissingParameter.Tags", "No tag is given.");
  const shares = ids.map((id) => taggedShare(call, id));
  for (const share of shares) {
    const keys = new Set([...share.tags.keys(), ...tags.map(({ Key }) => Key)]);
    if (keys.size > maxTags) refuse("NumberExceed.Tags", `A share bears at most ${maxTags} tags.`);
  }
  for (const share of shares) for (const { Key, Value } of tags) share.tags.set(Key, Value ?? "");
  return {};
};

export const UntagResources: Handler<"UntagResources"> = (call) => {
  checkPlace(call);
  const ids = someTaggedIds(call.question);
  const all = flag(call.question, "All") ?? false;
  const keys = entries(call.question, "TagKey", "InvalidParameter.TagKey");
  if (keys.length > maxTags) refuse("NumberExceed.TagKeys", `There are more than ${maxTags} keys.`);
  const texts = keys.map((key) =>
    typeof key === "string" ? checkedKey(key) : refuse("InvalidParameter.TagKey", "A key of a tag is a text."),
  );
  if (hasDuplicates(texts)) refuse("Duplicate.TagKey", "The same key is given twice.");
  if (!all && texts.length === 0) refuse("MissingParameter.TagKeysOrDeleteAll", "Neither TagKey nor All is given.");
  const shares = ids.map((id) => taggedShare(call, id));
  for (const share of shares) {
    // Keys that are named win over All, as everywhere with this vendor.
    for (const key of texts.length > 0 ? texts : [...share.tags.keys()]) share.tags.delete(key);
  }
  return {};
};

/** The tags of a call, each well formed. */
export function namedTags(call: Call): Tag[] {
  const values = entries(call.question, "Tag", "InvalidParameter.TagKey");
  if (values.length > maxTags) refuse("NumberExceed.Tags", `There are more than ${maxTags} tags.`);
  const tags = values.map((entry) => {
    const { Key, Value } = isRecord(entry) ? entry : {};
    if (Key === undefined) refuse("MissingParameter.TagKey", "A tag has no key.");
    if (typeof Key !== "string") refuse("InvalidParameter.TagKey", "A key of a tag is a text.");
    if (Value !== undefined && typeof Value !== "string") refuse("InvalidParameter.TagValue", "A value of a tag is a text.");
    return { Key: checkedKey(Key), ...(Value === undefined ? {} : { Value: checkedValue(Value) }) };
  });
  if (hasDuplicates(tags.map(({ Key }) => Key))) refuse("Duplicate.TagKey", "The same key is given twice.");
  return tags;
}

/** Whether a share bears every one of some tags; a tag without a value asks for the key alone (assumption S-tagfilters). */
export function bearsTags(share: Share, tags: readonly Tag[]): boolean {
  return tags.every(({ Key, Value }) => (Value === undefined ? share.tags.has(Key) : share.tags.get(Key) === Value));
}

function checkPlace(call: Call): void {
  const type = required(call.question, "ResourceType");
  if (type !== "ResourceShare") refuse("InvalidParameter.ResourceType", `Resources of the type ${type} cannot be tagged here.`);
  const region = text(call.question, "RegionId", "InvalidParameter.RegionId");
  if (region === undefined || !call.world.regions.some(({ id }) => id === region)) {
    refuse("InvalidParameter.RegionId", `The region ${region ?? ""} does not exist.`);
  }
}

function taggedIds(question: Question): string[] {
  const ids = entries(question, "ResourceId", "InvalidParameter.ResourceId");
  if (ids.length > maxTags) refuse("NumberExceed.ResourceIds", `There are more than ${maxTags} ids.`);
  return ids.map((id) =>
    typeof id === "string" && /^rs-[A-Za-z0-9-]+$/.test(id)
      ? id
      : refuse("InvalidParameter.ResourceId", "The id of a share is not well formed."),
  );
}

function someTaggedIds(question: Question): string[] {
  const ids = taggedIds(question);
  return ids.length > 0 ? ids : refuse("MissingParameter.ResourceIds", "No share is named.");
}

function taggedShare(call: Call, id: string): Share {
  const share = ownShare(call, id);
  return share && isTaggable(share) ? share : refuse("InvalidResourceId.NotFound", `The resource share ${id} does not exist.`);
}

function isTaggable(share: Share): boolean {
  return share.status !== "Deleted";
}

function checkedKey(key: string): string {
  const bad = key === "" || key.length > maxLength || /^(acs:|aliyun)/i.test(key) || hasAddress(key);
  return bad ? refuseTag("InvalidParameter.TagKey", key) : key;
}

function checkedValue(value: string): string {
  const bad = value.length > maxLength || /^acs:/i.test(value) || hasAddress(value);
  return bad ? refuseTag("InvalidParameter.TagValue", value) : value;
}

function hasAddress(textOfTag: string): boolean {
  return /https?:\/\//i.test(textOfTag);
}

function refuseTag(code: Code, part: string): never {
  return refuse(code, `"${part}" is not allowed in a tag.`);
}
