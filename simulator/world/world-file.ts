import { readWorldFile, type FullWorldFile, type ShareFile } from "./world-schema.ts";
import type { Association, Share } from "./records.ts";
import type { World } from "./world.ts";

/**
 * Replaces the content of a world with a world file.
 * @throws InputError when the file is not valid; the world is unchanged then
 */
export function loadWorld(world: World, value: unknown): void {
  const file = readWorldFile(value);
  world.clear();
  world.settings = file.settings;
  for (const account of file.accounts) world.accounts.set(account.id, account);
  for (const directory of file.directories) world.directories.set(directory.id, directory);
  for (const service of file.services) world.services.add(service);
  world.regions.push(...file.regions);
  for (const kind of file.kinds) world.kinds.set(kind.type, kind);
  for (const permission of file.permissions) world.permissions.set(permission.name, permission);
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
    directories: [...world.directories.values()],
    services: [...world.services],
    regions: [...world.regions],
    kinds: [...world.kinds.values()],
    permissions: [...world.permissions.values()],
    resources: [...world.resources.values()],
    shares: [...world.shares.values()].map(saveShare),
    invitations: [...world.invitations.values()].map(({ record: _record, share, ...invitation }) => ({ ...invitation, shareId: share.id })),
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
      associations: new Set(),
      live: new Map(),
    });
  }
  for (const { shareId, ...invitation } of file.invitations) {
    const share = world.shares.get(shareId);
    if (share) world.addInvitation({ ...invitation, record: "invitation", share });
  }
  for (const { id, associations } of file.shares) {
    const share = world.shares.get(id);
    if (!share) continue;
    for (const { invitationId = "", ...association } of associations) {
      world.addAssociation({ ...association, record: "association", share, invitation: world.invitations.get(invitationId) });
    }
  }
}

function saveShare(share: Share): ShareFile {
  const { record: _record, tags, permissions, associations, live: _live, ...plain } = share;
  return {
    ...plain,
    tags: Object.fromEntries(tags),
    permissions: Object.fromEntries(permissions),
    associations: [...associations].map(saveAssociation),
  };
}

function saveAssociation({ record: _record, share: _share, invitation, ...plain }: Association): ShareFile["associations"][number] {
  return { ...plain, invitationId: invitation?.id };
}
