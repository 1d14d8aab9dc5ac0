import { ListResourceShareAssociations } from "../../api/associations.ts";
import type { Association, Invitation, ResourceShare } from "../../api/entities.ts";
import { ListResourceShareInvitations } from "../../api/invitations.ts";
import { maxEntries } from "../../api/parameters.ts";
import { ListResourceShares } from "../../api/shares.ts";
import type { Client } from "../../client/client.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { chunks } from "../../kernel/ids.ts";
import type { LatencyEstimate } from "./latency.ts";
import { Poller } from "./poller.ts";

/** What an account's shares look like now, and when they change: one set of looks for all who ask, each by the share's id. */
export interface SharePollers {
  /** The share with an id; none when the account does not own it. */
  readonly shares: Poller<ResourceShare>;
  /** The association records of a share, of its resources or of its targets. */
  readonly associations: { readonly [Kind in Association["AssociationType"]]: Poller<Association> };
  /** The share, when another account shares it with this one. */
  readonly received: Poller<ResourceShare>;
  /** The invitations of this account to a share. */
  readonly invitations: Poller<Invitation>;
  /** When this process made a share, for the time until what it was made with has settled, by its id. */
  readonly made: Map<string, number>;
}

const pollersByClient = new WeakMap<Client, SharePollers>();

/** The one watch of a client. */
export function sharePollersOf(client: Client, clock: Clock): SharePollers {
  const known = pollersByClient.get(client);
  if (known) return known;
  const changes = () => client.changes();
  const poller = <Item extends OfShare>(
    { name: operation }: { readonly name: string },
    list: (ids: string[]) => Promise<Item[]>,
    paces?: Map<string, LatencyEstimate>,
  ) => new Poller<Item>(clock, client.random, byShare(list), { operation, paces, changes });
  const shares = (ResourceOwner: "Self" | "OtherAccounts") =>
    poller(ListResourceShares, (ids) =>
      // Who looks has gathered already.
      client.all(ListResourceShares, { ResourceOwner, ResourceShareIds: ids }, (page) => page.ResourceShares, { isUnbatched: true }),
    );
  // Resources and targets settle alike: what is learnt of one serves the other.
  const paces = new Map<string, LatencyEstimate>();
  const associations = (AssociationType: Association["AssociationType"]) =>
    poller(
      ListResourceShareAssociations,
      (ids) =>
        client.all(ListResourceShareAssociations, { AssociationType, ResourceShareIds: ids }, (page) => page.ResourceShareAssociations),
      paces,
    );
  const watch: SharePollers = {
    shares: shares("Self"),
    associations: { Resource: associations("Resource"), Target: associations("Target") },
    received: shares("OtherAccounts"),
    invitations: poller(ListResourceShareInvitations, (ids) =>
      client.all(ListResourceShareInvitations, { ResourceShareIds: ids }, (page) => page.ResourceShareInvitations),
    ),
    made: new Map(),
  };
  pollersByClient.set(client, watch);
  return watch;
}

interface OfShare {
  readonly ResourceShareId: string;
}

/** A look for many shares: five a call, and one by one where a call is refused because of one of them. */
function byShare<Item extends OfShare>(list: (ids: string[]) => Promise<Item[]>) {
  const ask = async (ids: string[]): Promise<[string, readonly Item[] | Error][]> => {
    try {
      const items = await list(ids);
      return ids.map((id) => [id, items.filter((item) => item.ResourceShareId === id)]);
    } catch (error) {
      const refused = error instanceof ApiError && (error.category === "invalid" || error.category === "absent");
      if (refused && ids.length > 1) return (await Promise.all(ids.map((id) => ask([id])))).flat();
      if (refused && error.category === "absent") return ids.map((id) => [id, []]);
      return ids.map((id) => [id, error instanceof Error ? error : new Error(String(error))]);
    }
  };
  return async (keys: readonly string[]) => {
    const found = new Map((await Promise.all(chunks(keys, maxEntries).map(ask))).flat());
    return (key: string): readonly Item[] | Error => found.get(key) ?? [];
  };
}
