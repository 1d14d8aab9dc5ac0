import { z } from "zod";
import { PlannedFailure } from "../world/world-schema.ts";
import type { OutOfBandChanges } from "./out-of-band-changes.ts";

const text = z.string();
const entities = z.strictObject({
  resources: z.array(z.strictObject({ type: text, id: text })).optional(),
  resourceArns: z.array(text).optional(),
  targets: z.array(text).optional(),
});
const version = z.strictObject({ policy: text.optional(), isDefault: z.boolean().optional() });

const shareId = text.describe("shareId");
const entityId = text.describe("entityId");
const permissionName = text.describe("permissionName");
const invitationId = text.describe("invitationId");

/** The arguments of every out-of-band change, in order, with their names. */
export const changeArguments = {
  associate: z.tuple([shareId, entities.describe("{ resources?, resourceArns?, targets? }")]),
  disassociate: z.tuple([shareId], text.describe("entityIds")),
  deleteShare: z.tuple([shareId]),
  rename: z.tuple([shareId, text.describe("name")]),
  allowExternalTargets: z.tuple([shareId, z.boolean().describe("allowed")]),
  moveToGroup: z.tuple([shareId, text.describe("groupId")]),
  tag: z.tuple([shareId, z.record(text, text).describe("tags")]),
  untag: z.tuple([shareId], text.describe("keys")),
  answerInvitation: z.tuple([invitationId, z.enum(["accept", "reject", "expire"]).describe("how")]),
  replacePermission: z.tuple([shareId, permissionName]),
  removePermission: z.tuple([shareId, permissionName]),
  newPermissionVersion: z.tuple([permissionName, version.optional().describe("{ policy?, isDefault? }?")]),
  failAssociation: z.tuple([shareId, entityId, PlannedFailure.optional().describe("failure?")]),
  planFailure: z.tuple([
    entityId,
    PlannedFailure.nullish()
      .transform((failure) => failure ?? undefined)
      .describe("failure?"),
  ]),
  purge: z.tuple([shareId, text.optional().describe("entityId?")]),
  purgeInvitation: z.tuple([invitationId]),
  nextShareId: z.tuple([shareId]),
  enableSharing: z.tuple([text.describe("directoryId"), z.boolean().describe("enabled")]),
  settleNow: z.tuple([]),
} satisfies { readonly [Name in keyof OutOfBandChanges]: z.ZodType<Parameters<OutOfBandChanges[Name]>> };

/** The arguments of a change as messages write them, such as `[shareId, name]`. */
export function argumentsText(change: keyof OutOfBandChanges): string {
  const { items, rest }: z.core.$ZodTupleDef = changeArguments[change].def;
  const names = [...items, ...(rest === null ? [] : [rest])].map((item) => z.globalRegistry.get(item)?.description);
  return `[${names.map((name, index) => (index < items.length ? name : `...${name}`)).join(", ")}]`;
}
