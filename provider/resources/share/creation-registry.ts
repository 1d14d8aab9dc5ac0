import { isExistingShare, type ResourceShare } from "../../api/entities.ts";
import { ListResourceShares } from "../../api/shares.ts";
import type { Instant } from "../../kernel/clock.ts";
import { Poller } from "../../lifecycle/polling/poller.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { taggedShare, type TaggedShare } from "./creation-rules.ts";
import { Lease } from "./lease.ts";
import { createTagKey } from "../tags/tag-calls.ts";

/** A share that this process is creating. */
export interface Creation {
  /** The value of its create tag. */
  readonly tag: string;
  /** When this process was last known to own the creation. */
  readonly since: Instant;
}

/** The creations of one process in one account and region. */
export interface Creations {
  /** The text that identifies this process to other processes. */
  readonly creator: string;
  /** The shares that this process is creating, by their ids. */
  readonly own: Map<string, Creation>;
  readonly lease: Lease;
  /** Returns the shares that had a create tag before the first creation; listed once. */
  before(): Promise<readonly TaggedShare[]>;
  /** Returns the shares that have a create tag now; concurrent reads are deduplicated. */
  now(): Promise<readonly TaggedShare[]>;
}

/** Returns the creations of this process for the context's client; equal clients return the same object. */
export function creationsOf(context: Context): Creations {
  return context.client.shared.part(createCreations, context);
}

/** Ends a creation in this process, whatever became of the share: no renewal of its lease follows. */
export async function leaveCreation(context: Context, id: string): Promise<void> {
  const { own, lease } = creationsOf(context);
  own.delete(id);
  await lease.release(id);
}

function createCreations({ client, clock, processId: creator }: Context): Creations {
  const list = () =>
    client.all(
      ListResourceShares,
      // A filter with a key and no value matches every value (assumption S-tagfilters).
      { ResourceOwner: "Self", Tag: [{ Key: createTagKey }] },
      (page) => page.ResourceShares,
    );
  const poller = new Poller<ResourceShare>(clock, async () => {
    const shares = await list();
    return () => shares;
  });
  let first: Promise<readonly TaggedShare[]> | undefined;
  return {
    creator,
    own: new Map(),
    lease: new Lease(client, clock, creator),
    before: () => {
      first ??= list()
        .then(taggedIn)
        .catch((error: unknown) => {
          first = undefined;
          throw error;
        });
      return first;
    },
    now: async () => taggedIn(await poller.now(createTagKey)),
  };
}

function taggedIn(shares: readonly ResourceShare[]): TaggedShare[] {
  return shares.filter(isExistingShare).flatMap((share) => taggedShare(share) ?? []);
}
