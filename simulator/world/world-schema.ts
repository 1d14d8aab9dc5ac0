import { z } from "zod";
import { associationStatuses, invitationStatuses, shareStatuses } from "../../provider/api/entities.ts";
import { InputError } from "../../provider/kernel/errors.ts";
import { shapeReason } from "../../provider/kernel/shape-reason.ts";
import { pathText } from "../../provider/kernel/paths.ts";
import { unknownFieldsReason } from "../../provider/kernel/unknown-fields.ts";
import { DeviceFile } from "../device/world-schema.ts";
import { Settings } from "./settings.ts";

const time = z.iso.datetime({ precision: 3 });
const due = z.union([z.strictObject({ at: time }), z.strictObject({ reads: z.int() })]);
const accountId = z.string().regex(/^\d{16}$/, "must be 16 digits");
const property = z.string().optional();

const AccountFile = z.strictObject({
  id: accountId,
  name: z.string().default(""),
  directoryId: z.string().optional(),
  folderId: z.string().optional(),
  legalEntity: z.string().default(""),
  site: z.string().default(""),
  groups: z.array(z.string()).default(["rg-default"]),
  keys: z.array(z.strictObject({ accessKeyId: z.string().min(1), accessKeySecret: z.string().min(1) })).default([]),
  roles: z.array(z.strictObject({ name: z.string().min(1), trusts: z.array(accountId), externalId: z.string().optional() })).default([]),
  denied: z.array(z.string()).default([]),
});

const DirectoryFile = z.strictObject({
  id: z.string().regex(/^rd?-/, "must begin with rd- or r-"),
  managementAccountId: accountId,
  folders: z
    .array(z.strictObject({ id: z.string().regex(/^fd-/, "must begin with fd-"), name: z.string(), parentId: z.string().optional() }))
    .default([]),
  sharingEnabled: z.boolean().default(true),
});

const KindFile = z.strictObject({
  type: z.string().min(1),
  service: z.string().min(1),
  arnType: z.string().min(1),
  idPrefix: z.string(),
  byArnOnly: z.boolean().default(false),
  external: z.boolean().default(true),
  managementOnly: z.boolean().default(false),
  leaving: z.boolean().default(true),
  properties: z.boolean().default(false),
  oncePerService: z.boolean().default(false),
});

const PermissionFile = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  isDefault: z.boolean().default(false),
  defaultVersion: z.string(),
  versions: z.array(z.strictObject({ version: z.string(), policy: z.string(), createdAt: time })).min(1),
});

const FailureFile = z.strictObject({
  reason: z.string(),
  description: z.string(),
  operation: z.enum(["Associate", "Disassociate"]),
  entityType: z.string(),
  entityId: z.string(),
  arn: z.string().optional(),
});

const AssociationFile = z.strictObject({
  sequence: z.int(),
  side: z.enum(["Resource", "Target"]),
  type: z.string(),
  id: z.string(),
  arn: z.string().optional(),
  external: z.boolean().default(false),
  status: z.enum(associationStatuses),
  message: z.string().optional(),
  property,
  failures: z.array(FailureFile).default([]),
  createdAt: time,
  updatedAt: time,
  due: due.optional(),
  purgeAt: time.optional(),
  updating: z.boolean().optional(),
  invitationId: z.string().optional(),
});

const ShareFile = z.strictObject({
  sequence: z.int(),
  id: z.string().regex(/^rs-/, "must begin with rs-"),
  name: z.string(),
  owner: accountId,
  region: z.string().optional(),
  status: z.enum(shareStatuses),
  allowExternalTargets: z.boolean().default(false),
  groupId: z.string().default("rg-default"),
  tags: z.record(z.string(), z.string()).default({}),
  permissions: z.record(z.string(), z.strictObject({ name: z.string(), version: z.string() })).default({}),
  createdAt: time,
  updatedAt: time,
  hidden: due.optional(),
  due: due.optional(),
  purgeAt: time.optional(),
  associations: z.array(AssociationFile).default([]),
});

const InvitationFile = z.strictObject({
  sequence: z.int(),
  id: z.string(),
  shareId: z.string(),
  sender: accountId,
  receiver: accountId,
  status: z.enum(invitationStatuses),
  failures: z.array(FailureFile).default([]),
  createdAt: time,
  expiresAt: time,
  purgeAt: time.optional(),
});

/** Schema of a planned failure. */
export const PlannedFailureFile = z.strictObject({
  reason: z.string().default("Unavailable"),
  description: z.string().default("the entity is not available"),
  on: z.enum(["Associate", "Disassociate", "Accept"]).default("Associate"),
  partial: z.boolean().default(false),
  against: z.string().optional(),
});

/** Schema of a world file: JSON with times in ISO 8601 with milliseconds. Absent collections are empty. */
export const WorldFile = z.strictObject({
  version: z.literal(1),
  settings: Settings.prefault({}),
  accounts: z.array(AccountFile).default([]),
  directories: z.array(DirectoryFile).default([]),
  services: z.array(z.string()).default([]),
  regions: z.array(z.strictObject({ id: z.string(), names: z.strictObject({ "zh-CN": z.string(), "en-US": z.string() }) })).default([]),
  kinds: z.array(KindFile).default([]),
  permissions: z.array(PermissionFile).default([]),
  resources: z.array(z.strictObject({ type: z.string(), id: z.string(), owner: accountId, region: z.string() })).default([]),
  shares: z.array(ShareFile).default([]),
  invitations: z.array(InvitationFile).default([]),
  failures: z.record(z.string(), PlannedFailureFile).default({}),
  /** The state of the user, device and content API. */
  device: DeviceFile.optional(),
  nextShareIds: z.array(z.string()).default([]),
  counters: z.strictObject({ share: z.int(), invitation: z.int(), sequence: z.int() }).default({ share: 0, invitation: 0, sequence: 0 }),
});

/** A validated world file with all defaults. */
export type FullWorldFile = z.output<typeof WorldFile>;
/** A world file as input: properties with defaults are optional. */
export type WorldFile = z.input<typeof WorldFile>;
/** A share in a validated world file. */
export type ShareFile = z.output<typeof ShareFile>;

/**
 * Validates a world file and fills in defaults.
 * @throws InputError with the path of every invalid property
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { createSimulator, readWorldFile } from "pulumi-resourceshare/simulator";
 *
 * const world = readWorldFile(JSON.parse(readFileSync("world.json", "utf8")));
 * export const simulator = createSimulator({ world });
 * ```
 */
export function readWorldFile(value: unknown): FullWorldFile {
  const result = WorldFile.safeParse(value);
  if (result.success) return result.data;
  throw new InputError(
    result.error.issues.map((issue) => ({
      property: pathText(issue.path) || "the world",
      reason: issue.code === "unrecognized_keys" ? unknownFieldsReason(WorldFile, issue) : shapeReason(issue.message),
    })),
  );
}
