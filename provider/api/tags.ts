import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { TagRecord } from "./entities.ts";
import { done, maxTags, requestId, tags } from "./parameters.ts";

const define = chapter("tags");

/** The only resource type that can be tagged. */
export const taggedType = "ResourceShare" as const;

const common = {
  ResourceType: z.literal(taggedType).describe("always `ResourceShare`"),
  RegionId: z.string().min(1).describe("region of the shares"),
};
const ids = z.array(z.string()).max(maxTags).describe(`ids of up to ${maxTags} shares`);
const errors = [
  "MissingParameter.ResourceType",
  "InvalidParameter.ResourceType",
  "InvalidParameter.RegionId",
  "InvalidResourceId.NotFound",
  "InvalidParameter.ResourceId",
  "NumberExceed.ResourceIds",
  "InvalidParameter.TagKey",
  "InvalidParameter.TagValue",
  "Duplicate.TagKey",
  "InternalError",
  "NoPermission",
] as const;

/** Specification: ListTagResources. No page size; its records are nested one level deeper than in other lists (assumption S-answers). */
export const ListTagResources = define("ListTagResources", {
  summary: "The tags of shares.",
  request: z.object({
    ...common,
    ResourceId: ids.optional(),
    Tag: tags.describe("up to 20 tags that must all match"),
    NextToken: z.string().max(256).optional().describe("token of the next page"),
  }),
  response: z.object({
    NextToken: z.string().optional(),
    TagResources: z
      .object({ TagResource: z.array(TagRecord).optional().describe("the tags, one record for each share and key") })
      .optional()
      .describe("the tags"),
    RequestId: requestId,
  }),
  errors: [...errors, "MissingParameter.ResourceIdOrTag", "NumberExceed.Tags", "InvalidParameter.NextToken"],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "TagResources.TagResource",
});

/** Specification: TagResources; its parameters and codes are assumption S-tagresources. */
export const TagResources = define("TagResources", {
  summary: "Sets tags of shares.",
  request: z.object({ ...common, ResourceId: ids.min(1), Tag: tags.unwrap().min(1) }),
  response: done,
  errors: [...errors, "MissingParameter.ResourceIds", "MissingParameter.Tags", "NumberExceed.Tags"],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceId" },
  limit: perSecond(20),
});

/** Specification: UntagResources. */
export const UntagResources = define("UntagResources", {
  summary: "Removes tags from shares.",
  request: z.object({
    ...common,
    ResourceId: ids.min(1),
    TagKey: z.array(z.string()).max(maxTags).optional().describe(`up to ${maxTags} keys`),
    All: z.boolean().optional().describe("whether to remove every tag; `false` when absent"),
  }),
  response: done,
  errors: [...errors, "MissingParameter.ResourceIds", "MissingParameter.TagKeysOrDeleteAll", "NumberExceed.TagKeys"],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceId" },
  limit: perSecond(20),
});
