import type { ResourceShare } from "../../../api/entities.ts";
import type { Context } from "../../../lifecycle/resource.ts";
import { existingShare } from "../../read-share.ts";
import { createTagKey, untag } from "../../tags/tag-calls.ts";
import { unfinishedSharesOf } from "./unfinished-shares.ts";
import { ownUnfinished } from "./find-unfinished.ts";

/**
 * Ends the creation of a share that is as desired: removes its create tag, and returns the share.
 * Warns of other shares that interrupted runs have created for the same resource; they stay as they are.
 */
export async function finishCreation(context: Context, id: string): Promise<ResourceShare> {
  const unfinished = await unfinishedSharesOf(context).listedNow();
  const share = unfinished.find(({ ResourceShareId }) => ResourceShareId === id) ?? (await existingShare(context, id));
  // Only shares with this resource's tag are named. An adopted share may have the tag of another resource.
  const others = ownUnfinished(context, unfinished).filter(({ ResourceShareId }) => ResourceShareId !== id);
  // A key that is gone already is no failure (assumption S-untag).
  await untag(context, id, [createTagKey]);
  for (const { ResourceShareId: other } of others) {
    context.warn(
      `share ${other} is a second one of this resource, which an interrupted run has created: ${id} is in the state, and ${other} stays as it is. Delete ${other}, unless another stack has it`,
    );
  }
  return share;
}
