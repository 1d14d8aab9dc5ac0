import { isExistingShare, type ResourceShare } from "../../../api/entities.ts";
import { ListResourceShares } from "../../../api/shares.ts";
import type { Client } from "../../../client/client.ts";
import { getOrCreate } from "../../../kernel/get-or-create.ts";
import { digest } from "../../../kernel/ids.ts";
import { neutralUrn } from "../../../kernel/type-tokens.ts";
import { Poller } from "../../../lifecycle/polling/poller.ts";
import type { Context } from "../../../lifecycle/resource.ts";
import { createTagKey, hasCreateTag } from "../../tags/tag-calls.ts";

/** Returns the value of a resource's create tag: a digest of its URN and of the place where its state is stored. Both bindings have the same one. */
export function createTagOf({ urn, origin }: Pick<Context, "urn" | "origin">): string {
  return digest(origin === undefined ? neutralUrn(urn) : `${origin}\n${neutralUrn(urn)}`);
}

/** Returns the value of a share's create tag; `undefined` when it has none. */
export function createTagIn({ Tags }: ResourceShare): string | undefined {
  return Tags?.find(({ Key }) => Key === createTagKey)?.Value;
}

/** The shares with a create tag in one account and region. */
interface UnfinishedShares {
  /** Returns those that existed before the first creation of this process; the list is read once. */
  listedFirst(): Promise<readonly ResourceShare[]>;
  /** Returns those that exist now; concurrent reads share one list. */
  listedNow(): Promise<readonly ResourceShare[]>;
}

const unfinishedByClient = new WeakMap<Client, UnfinishedShares>();

/** Returns the unfinished shares of the context's client. */
export function unfinishedSharesOf(context: Context): UnfinishedShares {
  return getOrCreate(unfinishedByClient, context.client, () => listUnfinished(context));
}

function listUnfinished({ client, clock }: Context): UnfinishedShares {
  const list = async () => {
    // A filter with a key and no value matches every value (assumption S-tagfilters).
    const filter = [{ Key: createTagKey }];
    const shares = await client.all(ListResourceShares, { ResourceOwner: "Self", Tag: filter }, (page) => page.ResourceShares);
    return shares.filter((share) => isExistingShare(share) && hasCreateTag(share));
  };
  const poller = new Poller<ResourceShare>(clock, async () => {
    const shares = await list();
    return () => shares;
  });
  let first: Promise<readonly ResourceShare[]> | undefined;
  return {
    listedFirst: () => {
      first ??= list().catch((error: unknown) => {
        first = undefined;
        throw error;
      });
      return first;
    },
    listedNow: () => poller.now(createTagKey),
  };
}
