import type { Tag } from "../../provider/api/entities.ts";
import type { Code } from "../../provider/api/error-codes.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import type { Call, Handler, RequestParameters } from "./handler.ts";
import { ownShare, ownShares } from "./share-queries.ts";
import { page } from "./paging.ts";
import type { Share } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { entries, flag, hasDuplicates, required, text } from "./parameter-validation.ts";

const maxEntries = 20;
const maxTagLength = 128;
const tagPageSize = 50;

export const ListTagResources: Handler<"ListTagResources"> = (call) => {
  validateTagScope(call);
  if (call.request["ResourceId"] === undefined && call.request["Tag"] === undefined) {
    throwServiceError("MissingParameter.ResourceIdOrTag", "Neither ResourceId nor Tag is given.");
  }
  const ids = taggedIds(call.request);
  const tags = namedTags(call);
  const shares = ids.length > 0 ? ids.map((id) => taggedShare(call, id)) : ownShares(call).filter(isTaggable);
  const found = shares
    .filter((share) => hasTags(share, tags))
    .flatMap((share) => [...share.tags].map(([TagKey, TagValue]) => ({ share: share.id, TagKey, TagValue })))
    .map((tag, index) => ({ ...tag, sequence: index + 1 }));
  const { records, ...rest } = page(call, found, tagPageSize);
  const TagResource = records.map(({ share, TagKey, TagValue }) => ({
    ResourceId: share,
    ResourceType: "ResourceShare",
    TagKey,
    TagValue,
  }));
  return { ...rest, TagResources: { TagResource } };
};

export const TagResources: Handler<"TagResources"> = (call) => {
  validateTagScope(call);
  const ids = requireTaggedIds(call.request);
  const tags = namedTags(call);
  if (tags.length === 0) throwServiceError("MissingParameter.Tags", "No tag is given.");
  const shares = ids.map((id) => taggedShare(call, id));
  for (const share of shares) {
    const keys = new Set([...share.tags.keys(), ...tags.map(({ Key }) => Key)]);
    if (keys.size > maxEntries) throwServiceError("NumberExceed.Tags", `A share has at most ${maxEntries} tags.`);
  }
  for (const share of shares) for (const { Key, Value } of tags) share.tags.set(Key, Value ?? "");
  return {};
};

export const UntagResources: Handler<"UntagResources"> = (call) => {
  validateTagScope(call);
  const ids = requireTaggedIds(call.request);
  const all = flag(call.request, "All") ?? false;
  const keys = entries(call.request, "TagKey", "InvalidParameter.TagKey");
  if (keys.length > maxEntries) throwServiceError("NumberExceed.TagKeys", `There are more than ${maxEntries} keys.`);
  const validKeys = keys.map((key) =>
    typeof key === "string" ? validateTagKey(key) : throwServiceError("InvalidParameter.TagKey", "A key of a tag is a text."),
  );
  if (hasDuplicates(validKeys)) throwServiceError("Duplicate.TagKey", "The same key is given twice.");
  if (!all && validKeys.length === 0) throwServiceError("MissingParameter.TagKeysOrDeleteAll", "Neither TagKey nor All is given.");
  const shares = ids.map((id) => taggedShare(call, id));
  for (const share of shares) {
    // Named keys take precedence over All, as in the vendor's other APIs.
    for (const key of validKeys.length > 0 ? validKeys : [...share.tags.keys()]) share.tags.delete(key);
  }
  return {};
};

/** Parses and validates the tags that a call names. */
export function namedTags(call: Call): Tag[] {
  const values = entries(call.request, "Tag", "InvalidParameter.TagKey");
  if (values.length > maxEntries) throwServiceError("NumberExceed.Tags", `There are more than ${maxEntries} tags.`);
  const tags = values.map((entry) => {
    const { Key, Value } = isRecord(entry) ? entry : {};
    if (Key === undefined) throwServiceError("MissingParameter.TagKey", "A tag has no key.");
    if (typeof Key !== "string") throwServiceError("InvalidParameter.TagKey", "A key of a tag is a text.");
    if (Value !== undefined && typeof Value !== "string") throwServiceError("InvalidParameter.TagValue", "A value of a tag is a text.");
    return { Key: validateTagKey(Key), ...(Value === undefined ? {} : { Value: validateTagValue(Value) }) };
  });
  if (hasDuplicates(tags.map(({ Key }) => Key))) throwServiceError("Duplicate.TagKey", "The same key is given twice.");
  return tags;
}

/** Whether a share has all of the tags; a tag without a value matches the key alone (assumption S-tagfilters). */
export function hasTags(share: Share, tags: readonly Tag[]): boolean {
  return tags.every(({ Key, Value }) => (Value === undefined ? share.tags.has(Key) : share.tags.get(Key) === Value));
}

function validateTagScope(call: Call): void {
  const type = required(call.request, "ResourceType");
  if (type !== "ResourceShare") throwServiceError("InvalidParameter.ResourceType", `Resources of the type ${type} cannot be tagged here.`);
  if (text(call.request, "RegionId", "InvalidParameter.RegionId") === undefined) {
    throwServiceError("InvalidParameter.RegionId", "RegionId is required.");
  }
}

function taggedIds(request: RequestParameters): string[] {
  const ids = entries(request, "ResourceId", "InvalidParameter.ResourceId");
  if (ids.length > maxEntries) throwServiceError("NumberExceed.ResourceIds", `There are more than ${maxEntries} ids.`);
  return ids.map((id) =>
    typeof id === "string" && /^rs-[A-Za-z0-9-]+$/.test(id)
      ? id
      : throwServiceError("InvalidParameter.ResourceId", "The id of a share is not well formed."),
  );
}

function requireTaggedIds(request: RequestParameters): string[] {
  const ids = taggedIds(request);
  return ids.length > 0 ? ids : throwServiceError("MissingParameter.ResourceIds", "No share is named.");
}

function taggedShare(call: Call, id: string): Share {
  const share = ownShare(call, id);
  return share && isTaggable(share) ? share : throwServiceError("InvalidResourceId.NotFound", `The resource share ${id} does not exist.`);
}

function isTaggable(share: Share): boolean {
  return share.status !== "Deleted";
}

function validateTagKey(key: string): string {
  const bad = key === "" || key.length > maxTagLength || /^(acs:|aliyun)/i.test(key) || hasAddress(key);
  return bad ? throwInvalidTag("InvalidParameter.TagKey", key) : key;
}

function validateTagValue(value: string): string {
  const bad = value.length > maxTagLength || /^acs:/i.test(value) || hasAddress(value);
  return bad ? throwInvalidTag("InvalidParameter.TagValue", value) : value;
}

function hasAddress(tagText: string): boolean {
  return /https?:\/\//i.test(tagText);
}

function throwInvalidTag(code: Code, part: string): never {
  return throwServiceError(code, `"${part}" is not allowed in a tag.`);
}
