import { ListPermissions } from "../../../provider/api/permissions.ts";
import type { Clients } from "../../../provider/client/clients.ts";
import { readAccess } from "../service.ts";
import type { Live } from "./changes.ts";

/** Looks up what the default account and the named ones give through shares now, and what defaults are called. */
export async function lookUp(clients: Clients, accounts: readonly (string | undefined)[]): Promise<Live> {
  const all = [...new Set([undefined, ...accounts])].map((account) => clients.client(account));
  const [readings, library] = await Promise.all([
    Promise.all(all.map((client) => readAccess(client, "given"))),
    clients.client().all(ListPermissions, {}, (page) => page.Permissions),
  ]);
  const standard = library.filter(({ DefaultPermission }) => DefaultPermission === true);
  return {
    shares: new Map(readings.flatMap(({ contents }) => contents.map((content) => [content.share.id ?? "", content] as const))),
    defaults: new Map(standard.map(({ ResourceType, PermissionName }) => [ResourceType ?? "", PermissionName])),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}
