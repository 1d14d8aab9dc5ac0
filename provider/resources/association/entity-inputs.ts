import { z } from "zod";
import { resourceTypes } from "../../api/catalogue.ts";
import { withVocabulary } from "../../api/vocabulary.ts";
import { mustBe, numberReason } from "../../kernel/shape-reason.ts";
import { permissionNameInput } from "../shared-inputs.ts";
import { arnForm } from "./resource-type.ts";

const oneResource = [(text: string) => !text.includes(","), "has a comma: write one entry for each resource"] as const;
const arn = z
  .string()
  .regex(arnForm, { error: ({ input }) => noArnReason(String(input)) })
  .refine(...oneResource);

function noArnReason(text: string): string {
  const advice = text.includes(":") ? "" : "; an id goes into `resources`, with its type";
  return `"${text}" is no ARN, which has the form acs:<service>:<region>:<account>:<type>/<id>${advice}`;
}

/** The forms of a target's id (assumption S-targetids): of an account, a folder, a resource directory or a service. */
export const targetShape = /^(?:\d+|(?:fd|rd?)-[\w-]+|[\w-]+(?:\.[\w-]+)+)$/;
const targetId = z.string().regex(targetShape, { error: ({ input }) => noTargetReason(String(input)) });

function noTargetReason(text: string): string {
  if (text === "") return "is empty: give it a value, or take the entry out of the list";
  if (text.startsWith("rs-")) return `"${text}" is the id of a share: write the id of a target, such as an account`;
  // The rest of an id may have capitals.
  const withPrefix = text.replace(/^(?:FD|RD?)-/i, (written) => written.toLowerCase());
  if (withPrefix !== text && targetShape.test(withPrefix)) return `"${text}" is not the id of a target: write "${withPrefix}"`;
  if (text.includes(",")) return `"${text}" has a comma: write one entry for each target`;
  if (text.trim() !== text && targetShape.test(text.trim())) return `"${text}" has a blank at an end: write "${text.trim()}"`;
  const [, prefix, rest] = /^(fd|rd?)_?([0-9A-Za-z]+)$/.exec(text) ?? [];
  return (
    `"${text}" is not the id of a target: of an account (digits only), a folder (fd-…), a resource directory (rd-… or r-…), ` +
    `or the name of a service (x.aliyuncs.com)${prefix === undefined ? "" : `; did you mean ${prefix}-${rest}?`}`
  );
}

const time = z.string().optional();
export const timeRangeShape = z.object({
  timeRangeType: withVocabulary(z.string(), "TimeRangeType").describe("`timeRange`: between the two times of each day; `day`: all day."),
  beginAtTime: time.describe('When the window begins, as `"08:00"`.'),
  endAtTime: time.describe('When the window ends, as `"18:00"`.'),
  timezone: time.describe('The time zone of both, as `"UTC+8"`.'),
});
/** Documents differ in the keys of a property: other keys are passed on (assumption S-property). */
const targetProperty = z.looseObject({
  timeRange: timeRangeShape.optional().describe("When the service may use the resources."),
});
const resourceProperty = z.record(z.string(), z.unknown());

/** The lists of a share, which ResourceShare and ShareAssociation have in common (specification: Associations). */
export const entityInputs = {
  resources: z
    .array(
      z.strictObject(
        {
          type: withVocabulary(z.string().min(1, "is empty: write a type, as VSwitch"), "ResourceType").describe(
            `Type of the resource: ${resourceTypes.map((type) => `\`${type}\``).join(", ")} or another.`,
          ),
          id: z
            .string()
            .min(1, "is empty: write the id of the resource, as vsw-…")
            .refine(...oneResource)
            .describe("Id of the resource, as `vsw-…`."),
        },
        mustBe('{ type, id }, as { type: "VSwitch", id: "vsw-…" }; an ARN goes into `resourceArns`'),
      ),
    )
    .optional()
    .describe('Resources by type and id, as `{ type: "VSwitch", id: "vsw-…" }`. Types known by ARN only go into `resourceArns`.'),
  resourceArns: z.array(arn).optional().describe("Resources by ARN: `acs:<service>:<region>:<account>:<type>/<id>`."),
  targets: z
    .array(
      z.union(
        [
          targetId,
          z.strictObject({
            id: targetId.describe("Name of the service, as `ipam.aliyuncs.com`, or id of another target."),
            property: targetProperty
              .optional()
              .describe(
                "When the target may use the resources; services only. Other fields are passed on; in TypeScript, write `{ … } as object`.",
              ),
          }),
        ],
        {
          error: ({ input }) =>
            typeof input === "number"
              ? numberReason
              : "must be the id of a target, or { id, property: { timeRange: { timeRangeType, beginAtTime, endAtTime, timezone } } }",
        },
      ),
    )
    .optional()
    .describe(
      "Targets that get access: ids of resource directories, folders, members, accounts, or service names. A service may have a `property`: its time window; taking that away interrupts the access.",
    ),
  resourceProperties: z
    .array(
      z.strictObject(
        {
          arn: arn.describe("ARN of a resource in `resources` or `resourceArns`."),
          property: resourceProperty.describe("The property, as `{ sharePrincipals, shareTagOptions }`."),
        },
        mustBe("{ arn, property }"),
      ),
    )
    .optional()
    .describe("Properties of listed resources, by ARN. Taking one away interrupts the access."),
  permissionNames: z
    .array(permissionNameInput("write one entry for each permission"))
    .optional()
    .describe("Permissions, at most one for each resource type; the type's default permission when none is listed."),
};

const lists = z.object(entityInputs);

/** The lists of resources, targets, properties and permissions. */
export type EntityLists = z.infer<typeof lists>;
