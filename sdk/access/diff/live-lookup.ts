import { ListPermissions } from "../../../provider/api/permissions.ts";
import type { Clients } from "../../../provider/client/client-registry.ts";
import { readWhole } from "../access-from-service.ts";
import type { Live } from "./access-diff.ts";
import type { PlannedResource, Side } from "./planned-resource.ts";
import { textOf } from "./values.ts";

/** Reads the current shares of the default account and of each account and region in the preview, and the names of default permissions. */
export async function lookUp(clients: Clients, resources: readonly PlannedResource[]): Promise<Live> {
  const named = resources.flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? [placeOf(side.inputs)] : [])));
  const places = new Map([{ account: undefined, region: undefined }, ...named].map((place) => [JSON.stringify(place), place]));
  const [readings, library] = await Promise.all([
    Promise.all([...places.values()].map(({ account, region }) => readWhole(clients.client(account, region)))),
    clients.client().all(ListPermissions, {}, (page) => page.Permissions),
  ]);
  const standard = library.filter(({ DefaultPermission }) => DefaultPermission === true);
  return {
    shares: new Map(readings.flatMap(({ contents }) => contents.map((content) => [content.share.id ?? "", content] as const))),
    defaults: new Map(standard.map(({ ResourceType, PermissionName }) => [ResourceType ?? "", PermissionName])),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

function placeOf({ account, region }: Side["inputs"]) {
  return { account: textOf(account), region: textOf(region) };
}
