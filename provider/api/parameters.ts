import { z } from "zod";
import { owners, Tag } from "./entities.ts";
import { withVocabulary } from "./vocabulary.ts";

/** The maximum number of entries of a list parameter (specification: Conventions; the declared 20 is not honoured). */
export const maxEntries = 5;
/** The maximum number of records of a page. */
export const maxPage = 100;
/** The maximum number of tags, tag keys or tagged shares of a call. */
export const maxTags = 20;

const five = <T extends z.ZodType>(item: T) => z.array(item).max(maxEntries);

/** The characters of the name of a share. */
const nameCharacters = String.raw`A-Za-z0-9\p{Script=Han}._-`;

const shareNameForm = "1 to 50 letters, digits, Chinese characters, periods, underscores or hyphens";

export const shareName = z
  .string()
  .regex(new RegExp(`^[${nameCharacters}]{1,50}$`, "u"), { error: ({ input }) => noShareNameReason(String(input)) })
  .describe(`name of the share: ${shareNameForm}`);

function noShareNameReason(text: string): string {
  const wrong = new RegExp(`[^${nameCharacters}]`, "u").exec(text);
  const found = wrong === null ? `it has ${[...text].length} characters` : `${JSON.stringify(wrong[0])} is not allowed`;
  return `must be ${shareNameForm}; ${found}`;
}

export const shareId = z.string().min(1).describe("id of the share");
export const shareIds = five(z.string()).optional().describe("ids of up to 5 shares");
export const owner = z.enum(owners).describe("`Self`: what this account shares; `OtherAccounts`: what is shared with it");
export const permissionName = withVocabulary(z.string().min(1), "PermissionName").describe("name of the permission");
export const resourceType = withVocabulary(z.string(), "ResourceType");

/** The entities of a share, which are its resources and targets: parameters of Create, Associate and Disassociate. */
export const entities = {
  Resources: five(z.object({ ResourceId: z.string(), ResourceType: resourceType }))
    .optional()
    .describe("up to 5 resources by id and type; cannot be combined with ResourceArns"),
  ResourceArns: five(z.string()).optional().describe("up to 5 resources by ARN; cannot be combined with Resources"),
  Targets: five(z.string()).optional().describe("up to 5 targets: directories, folders, members, accounts or services"),
};

/** The permissions and properties of the entities: parameters of Create and Associate. */
export const properties = {
  PermissionNames: five(z.string()).optional().describe("permissions, at most one for each resource type"),
  TargetProperties: five(z.object({ TargetId: z.string(), Property: z.string() }))
    .optional()
    .describe("JSON texts for targets that are services"),
  ResourceProperties: five(z.object({ ResourceArn: z.string(), Property: z.string() }))
    .optional()
    .describe("JSON texts for resources"),
};

export const tags = z.array(Tag).max(maxTags).optional().describe(`up to ${maxTags} tags`);

/** The two parameters of every list. */
export const paging = {
  MaxResults: z.int().min(1).max(maxPage).optional().describe("records of a page, 1 to 100; 20 when absent"),
  NextToken: z.string().max(256).optional().describe("token of the next page"),
};

export const requestId = z.string().optional().describe("id of the request");
/** The response of an operation that returns only the request id. */
export const done = z.object({ RequestId: requestId });
/** The error codes of the paging parameters. */
export const pagingErrors = ["InvalidParameter.MaxResults", "InvalidParameter.NextToken", "InvalidParameter.NextToken.Length"] as const;

/** The error codes of a list of share ids: invalid, duplicated, too many. */
export const shareIdsErrors = [
  "InvalidParameter.ResourceShareIds",
  "InvalidParameter.ResourceShareIds.Duplicate",
  "InvalidParameter.ResourceShareIds.Length",
] as const;
