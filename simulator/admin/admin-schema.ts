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

/** The arguments of every out-of-band change, in order. */
export const changeArguments = {
  associate: z.tuple([text, entities]),
  disassociate: z.tuple([text], text),
  deleteShare: z.tuple([text]),
  rename: z.tuple([text, text]),
  allowExternalTargets: z.tuple([text, z.boolean()]),
  moveToGroup: z.tuple([text, text]),
  tag: z.tuple([text, z.record(text, text)]),
  untag: z.tuple([text], text),
  answerInvitation: z.tuple([text, z.enum(["accept", "reject", "expire"])]),
  replacePermission: z.tuple([text, text]),
  removePermission: z.tuple([text, text]),
  newPermissionVersion: z.tuple([text, version.optional()]),
  failAssociation: z.tuple([text, text, PlannedFailure.optional()]),
  planFailure: z.tuple([text, PlannedFailure.nullish().transform((failure) => failure ?? undefined)]),
  purge: z.tuple([text, text.optional()]),
  purgeInvitation: z.tuple([text]),
  nextShareId: z.tuple([text]),
  enableSharing: z.tuple([text, z.boolean()]),
  settleNow: z.tuple([]),
} satisfies { readonly [Name in keyof OutOfBandChanges]: z.ZodType<Parameters<OutOfBandChanges[Name]>> };
