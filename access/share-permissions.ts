import type { owners, Permission } from "../provider/api/entities.ts";
import { ListPermissions } from "../provider/api/permissions.ts";
import { ListResourceShares } from "../provider/api/shares.ts";
import type { Client } from "../provider/client/client.ts";
import { permissionsIfThere } from "../provider/resources/permission/permission-calls.ts";

type Owner = (typeof owners)[number];

/**
 * Reads the permissions of shares, by share id. It makes one call for each share or one for each permission, whichever is fewer.
 *
 * @param types The resource types whose permissions are needed.
 */
export async function permissionsOfShares(
  client: Client,
  owner: Owner,
  shareIds: readonly string[],
  types: ReadonlySet<string> | "all",
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  // A type has three permissions or more, so listing all permissions saves calls only for many shares.
  if (shareIds.length > 3 * (types === "all" ? 3 : types.size) + 1) {
    const library = await client.all(ListPermissions, {}, (page) => page.Permissions);
    const ofInterest = library.filter(({ ResourceType }) => types === "all" || types.has(ResourceType ?? ""));
    if (shareIds.length > ofInterest.length) return byName(client, owner, ofInterest);
  }
  return new Map(await Promise.all(shareIds.map(async (id) => [id, await permissionsIfThere(client, id, owner)] as const)));
}

async function byName(client: Client, owner: Owner, library: readonly Permission[]): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const holders = library.map(async (permission) => {
    const request = { ResourceOwner: owner, PermissionName: permission.PermissionName };
    const shares = await client.all(ListResourceShares, request, (page) => page.ResourceShares);
    return shares.map(({ ResourceShareId }) => ({ id: ResourceShareId, permission }));
  });
  const found = Map.groupBy((await Promise.all(holders)).flat(), ({ id }) => id);
  return new Map([...found].map(([id, entries]) => [id, entries.map(({ permission }) => permission)]));
}
