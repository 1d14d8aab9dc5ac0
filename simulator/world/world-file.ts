import { InputError } from "../../provider/kernel/errors.ts";
import { readWorldFile, type FullWorldFile, type ShareFile } from "./world-schema.ts";
import type { Due } from "./state-machines.ts";
import type { Association, Invitation, Share } from "./records.ts";
import type { World } from "./world.ts";

/**
 * Replaces the content of a world with a world file.
 * @throws InputError when the file is not valid; the world is unchanged then
 */
export function loadWorld(world: World, value: unknown): void {
  const file = readWorldFile(value);
  rejectDanglingReferences(file);
  world.clear();
  world.settings = file.settings;
  for (const account of file.accounts) world.addAccount(account);
  for (const { folders, ...directory } of file.directories) {
    world.directories.set(directory.id, { ...directory, folders: new Map(folders.map((folder) => [folder.id, folder])) });
  }
  for (const service of file.services) world.services.add(service);
  world.regions.push(...file.regions);
  for (const kind of file.kinds) world.kinds.set(kind.type, kind);
  for (const permission of file.permissions) {
    const versions = permission.versions.map((version) => ({ ...version, createdAt: Date.parse(version.createdAt) }));
    world.permissions.set(permission.name, { ...permission, versions });
  }
  for (const resource of file.resources) world.resources.set(`${resource.type}/${resource.id}`, resource);
  for (const [entityId, failure] of Object.entries(file.failures)) world.failures.set(entityId, failure);
  world.nextShareIds.push(...file.nextShareIds);
  Object.assign(world.counters, file.counters);
  loadShares(world, file);
}

/** Returns a world as a world file, which {@link loadWorld} reads. */
export function saveWorld(world: World): FullWorldFile {
  return structuredClone({
    version: 1 as const,
    settings: world.settings,
    accounts: [...world.accounts.values()],
    directories: [...world.directories.values()].map(({ folders, ...directory }) => ({ ...directory, folders: [...folders.values()] })),
    services: [...world.services],
    regions: [...world.regions],
    kinds: [...world.kinds.values()],
    permissions: [...world.permissions.values()].map((permission) => ({
      ...permission,
      versions: permission.versions.map((version) => ({ ...version, createdAt: isoTime(version.createdAt) })),
    })),
    resources: [...world.resources.values()],
    shares: [...world.shares.values()].map(saveShare),
    invitations: [...world.invitations.values()].map(({ record: _record, share, ...invitation }) => ({
      ...invitation,
      shareId: share.id,
      createdAt: isoTime(invitation.createdAt),
      expiresAt: isoTime(invitation.expiresAt),
      ...optionalField("purgeAt", invitation.purgeAt, isoTime),
    })),
    failures: Object.fromEntries(world.failures),
    nextShareIds: [...world.nextShareIds],
    counters: world.counters,
  });
}

function loadShares(world: World, file: FullWorldFile): void {
  for (const { associations: _associations, tags, permissions, ...share } of file.shares) {
    world.addShare({
      ...share,
      record: "share",
      tags: new Map(Object.entries(tags)),
      permissions: new Map(Object.entries(permissions)),
      ...parseTimes(share),
      hidden: loadDue(share.hidden),
      associations: new Set(),
      live: new Map(),
    });
  }
  for (const { shareId, ...invitation } of file.invitations) {
    const share = world.shares.get(shareId);
    if (!share) continue;
    const purgeAt = invitation.purgeAt === undefined ? undefined : Date.parse(invitation.purgeAt);
    const loaded: Invitation = {
      ...invitation,
      record: "invitation",
      share,
      createdAt: Date.parse(invitation.createdAt),
      expiresAt: Date.parse(invitation.expiresAt),
      purgeAt,
    };
    world.addInvitation(loaded);
  }
  for (const { id, associations } of file.shares) {
    const share = world.shares.get(id);
    for (const { invitationId, ...association } of associations) {
      if (!share) continue;
      const invitation = invitationId === undefined ? undefined : world.invitations.get(invitationId);
      world.addAssociation({ ...association, record: "association", share, invitation, ...parseTimes(association) });
    }
  }
}

function saveShare(share: Share): ShareFile {
  const { record: _record, tags, permissions, associations, live: _live, ...plain } = share;
  return {
    ...plain,
    tags: Object.fromEntries(tags),
    permissions: Object.fromEntries(permissions),
    ...formatTimes(share),
    ...optionalField("hidden", share.hidden, saveDue),
    associations: [...associations].map(saveAssociation),
  };
}

function saveAssociation(association: Association): ShareFile["associations"][number] {
  const { record: _record, share: _share, invitation, ...plain } = association;
  return { ...plain, ...formatTimes(association), ...optionalField("invitationId", invitation, ({ id }) => id) };
}

interface Timestamps<Time> {
  readonly createdAt: Time;
  readonly updatedAt: Time;
}

interface Schedule<Time, Waited> extends Timestamps<Time> {
  readonly due: Waited | undefined;
  readonly purgeAt: Time | undefined;
}

type DueFile = NonNullable<ShareFile["due"]>;

function parseTimes(record: Partial<Schedule<string, DueFile>> & Timestamps<string>): Schedule<number, Due> {
  return {
    createdAt: Date.parse(record.createdAt),
    updatedAt: Date.parse(record.updatedAt),
    due: loadDue(record.due),
    purgeAt: record.purgeAt === undefined ? undefined : Date.parse(record.purgeAt),
  };
}

function formatTimes(record: Partial<Schedule<number, Due>> & Timestamps<number>): Schedule<string, DueFile> {
  return {
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    due: record.due && saveDue(record.due),
    purgeAt: record.purgeAt === undefined ? undefined : isoTime(record.purgeAt),
  };
}

function loadDue(due: DueFile | undefined): Due | undefined {
  return due && "at" in due ? { at: Date.parse(due.at) } : due;
}

function saveDue(due: Due): DueFile {
  return "at" in due ? { at: isoTime(due.at) } : due;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function optionalField<Name extends string, From, To>(
  name: Name,
  value: From | undefined,
  convert: (value: From) => To,
): { [Key in Name]: To | undefined } {
  // TypeScript widens computed property names to `string`.
  return { [name]: value === undefined ? undefined : convert(value) } as { [Key in Name]: To | undefined };
}

// The schema cannot check references between records.
function rejectDanglingReferences(file: FullWorldFile): void {
  const directories = new Set(file.directories.map(({ id }) => id));
  const shares = new Set(file.shares.map(({ id }) => id));
  const kinds = new Set(file.kinds.map(({ type }) => type));
  const failures = [
    ...file.accounts.flatMap(({ directoryId }, index) =>
      directoryId === undefined || directories.has(directoryId)
        ? []
        : [{ property: `accounts[${index}].directoryId`, reason: `there is no directory ${directoryId}` }],
    ),
    ...file.invitations.flatMap(({ shareId }, index) =>
      shares.has(shareId) ? [] : [{ property: `invitations[${index}].shareId`, reason: `there is no share ${shareId}` }],
    ),
    ...file.permissions.flatMap(({ type, defaultVersion, versions }, index) => [
      ...(kinds.has(type) ? [] : [{ property: `permissions[${index}].type`, reason: `there is no resource type ${type}` }]),
      ...(versions.some(({ version }) => version === defaultVersion)
        ? []
        : [{ property: `permissions[${index}].defaultVersion`, reason: `there is no version ${defaultVersion}` }]),
    ]),
  ];
  if (failures.length > 0) throw new InputError(failures);
}
