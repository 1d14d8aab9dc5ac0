import { ListPermissions } from "../../../provider/api/permissions.ts";
import type { Clients } from "../../../provider/client/client-registry.ts";
import { readWhole } from "../access-from-service.ts";
import type { ShareSnapshot } from "../share-snapshot.ts";
import { textOf } from "../values.ts";
import type { Step } from "./preview.ts";
import type { ResourceState } from "./resource-state.ts";

/** What the service lists. */
export interface LiveLookup {
  /** The present shares by id, also with content that other programs added. */
  readonly shares: ReadonlyMap<string, ShareSnapshot>;
  /** Names of default permissions by resource type. */
  readonly defaults: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
}

/**
 * Reads the present shares of the default account and of each account and region in the preview, and the names of default permissions.
 *
 * @example
 * const live = await lookUp(clients, preview.steps);
 * diffAccess(preview, { live });
 */
export async function lookUp(clients: Clients, steps: readonly Pick<Step, "before" | "after">[]): Promise<LiveLookup> {
  const states = steps.flatMap(({ before, after }) => [before, after].flatMap((state) => state ?? []));
  const providers = [...new Set(states.flatMap(({ explicitProvider }) => explicitProvider ?? []))].toSorted();
  const used = states.filter(({ explicitProvider }) => explicitProvider === undefined).map((state) => accountAndRegionOf(state));
  const unique = new Map([{ account: undefined, region: undefined }, ...used].map((one) => [JSON.stringify(one), one]));
  const [readings, permissions] = await Promise.all([
    Promise.all([...unique.values()].map(({ account, region }) => readWhole(clients.client(account, region)))),
    clients.client().all(ListPermissions, {}, (page) => page.Permissions),
  ]);
  const defaults = permissions.filter(({ DefaultPermission }) => DefaultPermission === true);
  return {
    shares: new Map(readings.flatMap(({ snapshots }) => snapshots.map((snapshot) => [snapshot.share.id ?? "", snapshot] as const))),
    defaults: new Map(defaults.map(({ ResourceType, PermissionName }) => [ResourceType ?? "", PermissionName])),
    remarks: [
      ...readings.flatMap(({ remarks }) => remarks),
      ...providers.map((name) => `the account of the explicit provider ${name} is not read: a preview does not show its credentials`),
    ],
  };
}

function accountAndRegionOf({ inputs }: ResourceState) {
  return { account: textOf(inputs["account"]), region: textOf(inputs["region"]) };
}
