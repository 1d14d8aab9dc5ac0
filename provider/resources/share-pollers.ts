import { ListResourceShareAssociations } from "../api/associations.ts";
import type { Association, Invitation, ResourceShare } from "../api/entities.ts";
import type { Code } from "../api/error-codes.ts";
import { ListResourceShareInvitations } from "../api/invitations.ts";
import { maxEntries } from "../api/parameters.ts";
import { ListResourceShares } from "../api/shares.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../kernel/clock.ts";
import { ApiError, asError } from "../kernel/errors.ts";
import { getOrCreate } from "../kernel/get-or-create.ts";
import { chunks } from "../kernel/ids.ts";
import type { Latencies } from "../lifecycle/polling/wait.ts";
import { Poller } from "../lifecycle/polling/poller.ts";

/** The pollers of an account's shares, keyed by the share's id; all reads and waits of a process share them. */
export interface SharePollers {
  /** The account's own share with an id; no record when the account does not own it. */
  readonly shares: Poller<ResourceShare>;
  /** The association records of a share: those of its resources, and those of its targets. */
  readonly associations: { readonly [Kind in Association["AssociationType"]]: Poller<Association> };
  /** The share with an id that another account shares with this account. */
  readonly received: Poller<ResourceShare>;
  /** The invitations of this account to a share. */
  readonly invitations: Poller<Invitation>;
}

const pollersByClient = new WeakMap<Client, SharePollers>();

/** Returns the pollers of a client. */
export function sharePollersOf(client: Client, clock: Clock): SharePollers {
  return getOrCreate(pollersByClient, client, () => createSharePollers(client, clock));
}

function createSharePollers(client: Client, clock: Clock): SharePollers {
  const changes = () => client.writes.changes;
  const poller = <Item extends OfShare>({ name: operation }: { readonly name: string }, list: List<Item>, latencies?: Latencies) =>
    new Poller<Item>(clock, byShare(list), { operation, latencies, changes });
  const shares = (ResourceOwner: "Self" | "OtherAccounts") =>
    poller(ListResourceShares, (ids) =>
      client.all(ListResourceShares, { ResourceOwner, ResourceShareIds: ids }, (page) => page.ResourceShares),
    );
  // Resources and targets take equally long: shared latencies keep the waits for both at the same time, and the engine's next wave together.
  const latencies: Latencies = new Map();
  const associations = (AssociationType: Association["AssociationType"]) =>
    poller(
      ListResourceShareAssociations,
      (ids) =>
        client.all(ListResourceShareAssociations, { AssociationType, ResourceShareIds: ids }, (page) => page.ResourceShareAssociations),
      latencies,
    );
  return {
    shares: shares("Self"),
    associations: { Resource: associations("Resource"), Target: associations("Target") },
    received: shares("OtherAccounts"),
    invitations: poller(ListResourceShareInvitations, (ids) =>
      client.all(ListResourceShareInvitations, { ResourceShareIds: ids }, (page) => page.ResourceShareInvitations),
    ),
  };
}

/** The error code of a list whose share ids the service does not accept. */
const unknownId: Code = "InvalidParameter.ResourceShareIds";

interface OfShare {
  readonly ResourceShareId: string;
}

/** Lists the records of the shares with the ids, or of all shares. */
type List<Item> = (ids: string[] | undefined) => Promise<Item[]>;

/**
 * Returns a list function for many shares: five a call, and one a call after a call has failed because of one of them.
 * The service may refuse the id of an absent share like a malformed one (assumption S-deleted), and an error is no proof of an absence.
 * So a refused id is searched for among the records of all shares.
 */
function byShare<Item extends OfShare>(list: List<Item>) {
  type Found = [id: string, records: readonly Item[] | Error][];
  const sorted = async (ids: string[], items: Promise<Item[]>): Promise<Found> => {
    const all = await items;
    return ids.map((id) => [id, all.filter((item) => item.ResourceShareId === id)]);
  };
  const failed = (ids: string[], error: unknown): Found => ids.map((id) => [id, asError(error)]);
  const listOrSplit = (ids: string[]): Promise<Found> =>
    sorted(ids, list(ids)).catch(async (error: unknown): Promise<Found> => {
      const refused = error instanceof ApiError && (error.category === "invalid" || error.category === "absent");
      if (refused && ids.length > 1) return (await Promise.all(ids.map((id) => listOrSplit([id])))).flat();
      if (refused && error.category === "absent") return ids.map((id) => [id, []]);
      if (refused && error.code === unknownId) return sorted(ids, list(undefined)).catch((other: unknown) => failed(ids, other));
      return failed(ids, error);
    });
  return async (keys: readonly string[]) => {
    const found = new Map((await Promise.all(chunks(keys, maxEntries).map(listOrSplit))).flat());
    return (key: string): readonly Item[] | Error => found.get(key) ?? [];
  };
}
