import { z } from "zod";
import { associationStatuses, invitationStatuses, shareStatuses } from "../../provider/api/entities.ts";
import { type Failure, InputError } from "../../provider/kernel/errors.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { shapeFailures } from "../../provider/kernel/shape-failures.ts";
import { inPlainWords } from "../../provider/kernel/shape-reason.ts";
import { accountId, DeviceFile, time } from "../device/world-schema.ts";
import { OperationName } from "../gateway/operation-names.ts";
import { Settings } from "./settings.ts";
import type { Due } from "./state-machines.ts";

const due = z.union([z.strictObject({ at: time }), z.strictObject({ reads: z.int() })]) satisfies z.ZodType<Due>;
const property = z.string().optional();

const AccountFile = z.strictObject({
  id: accountId,
  name: z.string().default(""),
  /** Absent outside every directory. */
  directoryId: z.string().optional(),
  /** The folder within the directory; absent at its root. */
  folderId: z.string().optional(),
  legalEntity: z.string().default(""),
  site: z.string().default(""),
  groups: z.array(z.string()).default(["rg-default"]),
  keys: z.array(z.strictObject({ accessKeyId: z.string().min(1), accessKeySecret: z.string().min(1) })).default([]),
  /** Roles that other accounts may assume: those in `trusts`. */
  roles: z.array(z.strictObject({ name: z.string().min(1), trusts: z.array(accountId), externalId: z.string().optional() })).default([]),
  /** Names of operations that the account may not call. */
  denied: z.array(OperationName).default([]),
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
  /** Name of the type in the API, for example `VSwitch`. */
  type: z.string().min(1),
  /** Service in an ARN: `acs:<service>:…:<arnType>/<id>`. */
  service: z.string().min(1),
  arnType: z.string().min(1),
  /** Prefix of every id of the type. */
  idPrefix: z.string(),
  /** Whether only ResourceArns can name resources of the type. */
  byArnOnly: z.boolean().default(false),
  /** Whether resources of the type can be shared outside the resource directory. */
  external: z.boolean().default(true),
  /** Whether only the management account of the directory may share it. */
  managementOnly: z.boolean().default(false),
  /** Whether a receiver may leave a share with a resource of the type. */
  leaving: z.boolean().default(true),
  /** Whether the type supports ResourceProperties. */
  properties: z.boolean().default(false),
  /** Whether only one share of an account may share the type with the same service. */
  oncePerService: z.boolean().default(false),
});

const PermissionFile = z.strictObject({
  name: z.string().min(1),
  type: z.string().min(1),
  /** Whether a share gets the permission for its type when the call names none. */
  isDefault: z.boolean().default(false),
  defaultVersion: z.string(),
  /** All versions, oldest first. */
  versions: z.array(z.strictObject({ version: z.string(), policy: z.string(), createdAt: time })).min(1),
});

const FailureFile = z.strictObject({
  reason: z.string(),
  description: z.string(),
  operation: z.enum(["Associate", "Disassociate"]),
  /** The entity on the other side: a principal for a resource, a resource for a principal. */
  entityType: z.string(),
  entityId: z.string(),
  arn: z.string().optional(),
});

const AssociationFile = z.strictObject({
  sequence: z.int(),
  side: z.enum(["Resource", "Target"]),
  /** The resource type, or the kind of the target. */
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
  /** Whether the entity is associated already and only its property is being changed. */
  updating: z.boolean().optional(),
  invitationId: z.string().optional(),
});

const ShareFile = z.strictObject({
  sequence: z.int(),
  id: z.string().regex(/^rs-/, "must begin with rs-"),
  name: z.string(),
  owner: accountId,
  /** The region of the creating call. When that call named none, it is absent and the share is visible in every region. */
  region: z.string().optional(),
  status: z.enum(shareStatuses),
  allowExternalTargets: z.boolean().default(false),
  groupId: z.string().default("rg-default"),
  tags: z.record(z.string(), z.string()).default({}),
  permissions: z.record(z.string(), z.strictObject({ name: z.string(), version: z.string() })).default({}),
  createdAt: time,
  updatedAt: time,
  /** When the share becomes visible; absent once it is. */
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

/** Schema of a planned failure of an entity's next transitions. */
export const PlannedFailure = z.strictObject({
  reason: z.string().default("Unavailable"),
  description: z.string().default("the entity is not available"),
  /** The transition that fails: association, disassociation, or acceptance of an invitation. */
  on: z.enum(["Associate", "Disassociate", "Accept"]).default("Associate"),
  /** Whether the transition completes and only the association's details list the failure. */
  partial: z.boolean().default(false),
  /** Id of the entity on the other side that the failure is limited to; every entity when absent. */
  against: z.string().optional(),
});

/** A planned failure of an entity's next transitions. */
export type PlannedFailure = z.output<typeof PlannedFailure>;

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
  failures: z.record(z.string(), PlannedFailure).default({}),
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
  const result = WorldFile.safeParse(value, inPlainWords);
  if (result.success) return withCheckedReferences(result.data);
  const failures = shapeFailures(WorldFile, result.error.issues, value, (form) => `is required, and ${form}`);
  throw new InputError(failures.map(({ property, reason }) => ({ property: property || "the world", reason })));
}

/** The schema cannot compare records with each other. */
function withCheckedReferences(file: FullWorldFile): FullWorldFile {
  const accounts = file.accounts.map(({ id }) => id);
  const directories = file.directories.map(({ id }) => id);
  const folders = file.directories.flatMap((directory) => directory.folders.map(({ id }) => id));
  const shares = file.shares.map(({ id }) => id);
  const types = file.kinds.map(({ type }) => type);
  const failures = [
    ...repeated(file.accounts.map(({ id }, index) => [`accounts[${index}].id`, id])),
    ...repeated(file.accounts.flatMap(({ name }, index) => (name === "" ? [] : [[`accounts[${index}].name`, name] as const]))),
    ...repeated(
      file.accounts.flatMap(({ keys }, index) =>
        keys.map(({ accessKeyId }, key) => [`accounts[${index}].keys[${key}].accessKeyId`, accessKeyId] as const),
      ),
    ),
    ...file.accounts.flatMap(({ directoryId, folderId }, index) => [
      ...reference(`accounts[${index}].directoryId`, directoryId, "directory", directories),
      ...reference(`accounts[${index}].folderId`, folderId, "folder", folders),
    ]),
    ...file.directories.flatMap(({ managementAccountId }, index) =>
      reference(`directories[${index}].managementAccountId`, managementAccountId, "account", accounts),
    ),
    ...file.resources.flatMap(({ type, owner }, index) => [
      ...reference(`resources[${index}].type`, type, "resource type", types),
      ...reference(`resources[${index}].owner`, owner, "account", accounts),
    ]),
    ...file.shares.flatMap(({ owner }, index) => reference(`shares[${index}].owner`, owner, "account", accounts)),
    ...file.invitations.flatMap(({ shareId }, index) => reference(`invitations[${index}].shareId`, shareId, "share", shares)),
    ...file.permissions.flatMap(({ type, defaultVersion, versions }, index) => [
      ...reference(`permissions[${index}].type`, type, "resource type", types),
      ...reference(
        `permissions[${index}].defaultVersion`,
        defaultVersion,
        "version",
        versions.map(({ version }) => version),
      ),
    ]),
  ];
  if (failures.length > 0) throw new InputError(failures);
  return file;
}

/** The failure of a property that names no record; none when it does, or when it is absent. */
function reference(property: string, id: string | undefined, noun: string, known: readonly string[]): Failure[] {
  return id === undefined || known.includes(id) ? [] : [{ property, reason: `there is no ${noun} ${id}${didYouMean(id, known)}` }];
}

/** The failures of properties whose value an earlier one has: of two equal keys or names, only one would count. */
function repeated(properties: readonly (readonly [property: string, value: string])[]): Failure[] {
  const values = properties.map(([, value]) => value);
  return properties.flatMap(([property, value], index) =>
    values.indexOf(value) === index ? [] : [{ property, reason: `${value} is listed already` }],
  );
}
