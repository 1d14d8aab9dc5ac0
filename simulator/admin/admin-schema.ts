import { z } from "zod";
import type { OutOfBandChanges } from "./out-of-band-changes.ts";
import type { FaultRule } from "../gateway/faults.ts";

const code = z.string().min(1);
const executed = z.boolean().optional();

const faults = [
  z.strictObject({ kind: z.literal("dropped") }),
  z.strictObject({ kind: z.literal("lost") }),
  z.strictObject({ kind: z.literal("error"), status: z.int().min(400).max(599), code, message: z.string().optional(), executed }),
  z.strictObject({ kind: z.literal("throttled"), retryAfterMs: z.number().optional(), code: code.optional() }),
  z.strictObject({ kind: z.literal("garbage") }),
  z.strictObject({ kind: z.literal("hang"), executed }),
  z.strictObject({ kind: z.literal("truncated") }),
  z.strictObject({ kind: z.literal("contentType") }),
  z.strictObject({ kind: z.literal("expiredToken") }),
  z.strictObject({ kind: z.literal("latency"), ms: z.number().min(0) }),
  z.strictObject({
    kind: z.literal("stale"),
    ms: z.union([z.number().min(0), z.strictObject({ fromMs: z.number().min(0), toMs: z.number().min(0) })]),
  }),
] as const;
const faultKinds = faults.map(({ shape }) => shape.kind.value);
const Fault = z.discriminatedUnion("kind", faults, {
  error: ({ code: problem }) => (problem === "invalid_union" ? `must be one of ${faultKinds.join(", ")}` : undefined),
});

/** Schema of a scripted fault. */
export const Rule: z.ZodType<FaultRule> = z.strictObject({
  operation: z.string().optional(),
  account: z.string().optional(),
  nth: z.int().min(1).optional(),
  times: z.int().min(1).optional(),
  fault: Fault,
});

const text = z.string();
const entities = z.strictObject({
  resources: z.array(z.strictObject({ type: text, id: text })).optional(),
  resourceArns: z.array(text).optional(),
  targets: z.array(text).optional(),
});
const failure = z.strictObject({
  reason: text.optional(),
  description: text.optional(),
  on: z.enum(["Associate", "Disassociate", "Accept"]).optional(),
  partial: z.boolean().optional(),
  against: text.optional(),
});
const version = z.strictObject({ policy: text.optional(), isDefault: z.boolean().optional() });

/** Applies one change; `input` is the parsed JSON array of its arguments. */
type Change = (outOfBand: OutOfBandChanges, input: unknown) => unknown;

function change<Shape extends z.ZodType<unknown[]>>(
  shape: Shape,
  run: (outOfBand: OutOfBandChanges, ...args: z.output<Shape>) => unknown,
): Change {
  return (outOfBand, input) => run(outOfBand, ...shape.parse(input));
}

/** Every out-of-band change, with the schema of its arguments in order. */
export const changes: Readonly<Record<keyof OutOfBandChanges, Change>> = {
  associate: change(z.tuple([text, entities]), (outOfBand, id, named) => outOfBand.associate(id, named)),
  disassociate: change(z.tuple([text], text), (outOfBand, id, ...entityIds) => outOfBand.disassociate(id, ...entityIds)),
  deleteShare: change(z.tuple([text]), (outOfBand, id) => outOfBand.deleteShare(id)),
  rename: change(z.tuple([text, text]), (outOfBand, id, name) => outOfBand.rename(id, name)),
  allowExternalTargets: change(z.tuple([text, z.boolean()]), (outOfBand, id, allowed) => outOfBand.allowExternalTargets(id, allowed)),
  moveToGroup: change(z.tuple([text, text]), (outOfBand, id, group) => outOfBand.moveToGroup(id, group)),
  tag: change(z.tuple([text, z.record(text, text)]), (outOfBand, id, tags) => outOfBand.tag(id, tags)),
  untag: change(z.tuple([text], text), (outOfBand, id, ...keys) => outOfBand.untag(id, ...keys)),
  answerInvitation: change(z.tuple([text, z.enum(["accept", "reject", "expire"])]), (outOfBand, id, how) =>
    outOfBand.answerInvitation(id, how),
  ),
  replacePermission: change(z.tuple([text, text]), (outOfBand, id, name) => outOfBand.replacePermission(id, name)),
  removePermission: change(z.tuple([text, text]), (outOfBand, id, name) => outOfBand.removePermission(id, name)),
  newPermissionVersion: change(z.tuple([text, version.optional()]), (outOfBand, name, made) => outOfBand.newPermissionVersion(name, made)),
  failAssociation: change(z.tuple([text, text, failure.optional()]), (outOfBand, id, entityId, planned) =>
    outOfBand.failAssociation(id, entityId, planned),
  ),
  planFailure: change(z.tuple([text, failure.nullish()]), (outOfBand, entityId, planned) =>
    outOfBand.planFailure(entityId, planned ?? undefined),
  ),
  purge: change(z.tuple([text, text.optional()]), (outOfBand, id, entityId) => outOfBand.purge(id, entityId)),
  purgeInvitation: change(z.tuple([text]), (outOfBand, id) => outOfBand.purgeInvitation(id)),
  nextShareId: change(z.tuple([text]), (outOfBand, id) => outOfBand.nextShareId(id)),
  enableSharing: change(z.tuple([text, z.boolean()]), (outOfBand, id, enabled) => outOfBand.enableSharing(id, enabled)),
  settleNow: change(z.tuple([]), (outOfBand) => outOfBand.settleNow()),
};
