import { ListPermissions } from "../../provider/api/permissions.ts";
import type { Clients } from "../../provider/client/client-registry.ts";
import type { Client } from "../../provider/client/client.ts";
import { UnknownCallerError } from "../../provider/client/credentials/caller-identity.ts";
import { readAccess } from "../access-from-service.ts";
import type { ShareSnapshot } from "../share-snapshot.ts";
import type { StateResource } from "../stack-state.ts";
import { nonEmptyText } from "../untyped-values.ts";
import type { Step } from "./preview.ts";
import { type AccountIds, accountKey } from "./shares/owner-account.ts";

/** What the service lists. */
export interface LiveLookup {
  /** The present shares by id, also with content that other programs added. */
  readonly shares: ReadonlyMap<string, ShareSnapshot>;
  readonly accounts: AccountIds;
  /** Names of default permissions by resource type. */
  readonly defaults: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
}

/**
 * Reads the present shares of the default account and of each account and region in the preview and the state, except those of explicit
 * providers; and the names of default permissions.
 *
 * @param state The resources of the stack's state, where the preview does not show all.
 * @example
 * const live = await lookUp(clients, preview.steps);
 * diffAccess(preview, { live });
 */
export async function lookUp(
  clients: Clients,
  steps: readonly Pick<Step, "before" | "after">[],
  state: readonly StateResource[] = [],
): Promise<LiveLookup> {
  const states = [...steps.flatMap(({ before, after }) => [before, after].flatMap((one) => one ?? [])), ...state];
  const providers = [...new Set(states.flatMap(({ explicitProvider }) => explicitProvider ?? []))].toSorted();
  const used = states.filter(({ explicitProvider }) => explicitProvider === undefined).map((one) => accountAndRegionOf(one));
  const unique = new Map([{ account: undefined, region: undefined }, ...used].map((one) => [JSON.stringify(one), one]));
  const names = new Set(used.map(({ account }) => account));
  const [readings, accounts, permissions] = await Promise.all([
    Promise.all([...unique.values()].map(({ account, region }) => readAccess(clients.client(account, region), "given", "all"))),
    Promise.all([...names].map(async (name) => [accountKey(name), await idOf(clients.client(name))] as const)),
    clients.client().all(ListPermissions, {}, (page) => page.Permissions),
  ]);
  const defaults = permissions.filter(({ DefaultPermission }) => DefaultPermission === true);
  return {
    shares: new Map(readings.flatMap(({ snapshots }) => snapshots.map((snapshot) => [snapshot.share.id ?? "", snapshot] as const))),
    accounts: new Map(accounts.flatMap(([key, id]) => (id === undefined ? [] : [[key, id] as const]))),
    defaults: new Map(defaults.map(({ ResourceType, PermissionName }) => [ResourceType ?? "", PermissionName])),
    remarks: [
      ...readings.flatMap(({ remarks }) => remarks),
      ...providers.map((name) => `the account of the explicit provider ${name} is not read: a preview does not show its credentials`),
    ],
  };
}

/** Returns the id of a client's account; `undefined` when the identity service does not answer. */
function idOf(client: Client): Promise<string | undefined> {
  return client.callerAccount().catch((error: unknown) => {
    if (error instanceof UnknownCallerError) return undefined;
    throw error;
  });
}

function accountAndRegionOf({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }) {
  return { account: nonEmptyText(inputs["account"]), region: nonEmptyText(inputs["region"]) };
}
