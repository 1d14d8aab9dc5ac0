import type { ResourceShare } from "../../../api/entities.ts";
import { compareText } from "../../../kernel/json.ts";
import type { Context } from "../../../lifecycle/resource.ts";
import { readCurrent } from "../../../lifecycle/freshness.ts";
import { recordsOf } from "../../association/association-calls.ts";
import { permissionsOf } from "../../permission/permission-calls.ts";
import { callWhenVisible } from "../../share-calls.ts";
import { wholeShare } from "../../read-share.ts";
import { createTagKey } from "../../tags/tag-calls.ts";
import { createTagIn, createTagOf, unfinishedSharesOf } from "./unfinished-shares.ts";
import { differencesOf, type WantedShare } from "./differences.ts";

/**
 * Returns the id of the share that an interrupted run has left for this resource; `undefined` when lists show none.
 * Rejects when there is one and it differs from the desired state.
 */
export async function resumedShare(context: Context, wanted: WantedShare): Promise<string | undefined> {
  if (ownUnfinished(context, await unfinishedSharesOf(context).listedFirst()).length === 0) return undefined;
  // An older list may lack what the interrupted run has added.
  const id = await readCurrent(context, context.urn, (latest) => findUnfinished(latest, wanted));
  if (id !== undefined) context.warn(`share ${id} is resumed: an earlier run was interrupted while it created the share`);
  return id;
}

/**
 * Returns the id of the oldest unfinished share of this resource that may be resumed.
 * Rejects when there are such shares, but all differ from the desired state.
 */
export async function findUnfinished(context: Context, wanted: WantedShare): Promise<string | undefined> {
  const shares = ownUnfinished(context, await unfinishedSharesOf(context).listedNow()).toSorted(byAge);
  const compared = await Promise.all(shares.map(async (share) => ({ share, differences: await differencesTo(context, share, wanted) })));
  const chosen = compared.find(({ differences }) => differences.length === 0);
  const [first] = compared;
  if (chosen === undefined && first !== undefined) throw new Error(differsMessage(first.share, first.differences));
  return chosen?.share.ResourceShareId;
}

/** Returns the shares with the create tag of this resource that are in no state. The share that a replacement replaces is in one. */
export function ownUnfinished(context: Context, shares: readonly ResourceShare[]): ResourceShare[] {
  const tag = createTagOf(context);
  return shares.filter((share) => createTagIn(share) === tag && !context.ownership.isKnown(share.ResourceShareId, wholeShare));
}

async function differencesTo(context: Context, share: ResourceShare, wanted: WantedShare): Promise<string[]> {
  const id = share.ResourceShareId;
  const [associations, permissions, caller] = await Promise.all([
    recordsOf(context, id, [{ kind: "Resource" }, { kind: "Target" }]),
    // The service may not find the share yet, although a list has shown it.
    callWhenVisible(context, `comparison of ${id}`, () => permissionsOf(context.client, id)),
    context.client.callerAccount(),
  ]);
  return differencesOf({ share, associations, permissions }, wanted, caller);
}

function byAge(a: ResourceShare, b: ResourceShare): number {
  return compareText(a.CreateTime ?? "", b.CreateTime ?? "") || compareText(a.ResourceShareId, b.ResourceShareId);
}

function differsMessage({ ResourceShareId: id, ResourceShareName: name = "" }: ResourceShare, differences: readonly string[]): string {
  return (
    `share ${id} "${name}" has the tag ${createTagKey} of this resource, but it is not what an interrupted run of this program can have created: ${differences.join("; ")}. ` +
    `Nothing was done. Take the share over with \`adopt: "${id}"\`, or remove the tag from it so that another share is created`
  );
}
