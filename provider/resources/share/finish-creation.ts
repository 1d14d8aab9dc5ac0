import type { ResourceShare } from "../../api/entities.ts";
import { taggedType, UntagResources } from "../../api/tags.ts";
import { messageOf, UnsettledError } from "../../kernel/errors.ts";
import { isAmbiguous, pollWhileInvisible, retryWhileInvisible } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { ResumedElsewhereError } from "../../lifecycle/resumed-elsewhere-error.ts";
import { creationDigests, isOfCreation, ownershipOf, taggedShare, type TaggedShare, type WantedShare, writeMs } from "./creation-rules.ts";
import { type Creation, creationsOf } from "./creation-registry.ts";
import { deleteShare, shareNow } from "./share-status.ts";
import { createTagKey, leaseKey } from "../tags/tag-calls.ts";
import { differencesTo, takenOver } from "./resume-creation.ts";

const mostTries = 3;

/** Whether this process is creating the share, or has resumed its creation. */
export function isCreating(context: Context, id: string): boolean {
  return creationsOf(context).own.has(id);
}

/**
 * The last step of a creation: the share shows in a list, is still this process's, and no second one of the same creation is left; then the tags come off.
 * Rejects with a LostToAnother when another process has taken the creation over. `wanted` is absent when the creation has failed: then nothing is deleted.
 */
export async function finishCreation(context: Context, id: string, wanted?: WantedShare): Promise<ResourceShare> {
  const creations = creationsOf(context);
  const creation = creations.own.get(id);
  if (creation === undefined) throw new Error(`${id} is not being created here`);
  try {
    return await untagged(context, id, creation, wanted);
  } finally {
    creations.own.delete(id);
    await creations.lease.release(id);
  }
}

async function untagged(context: Context, id: string, creation: Creation, wanted: WantedShare | undefined): Promise<ResourceShare> {
  const { clock } = context;
  const { lease } = creationsOf(context);
  let { sinceAt } = creation;
  let isSearched = wanted === undefined;
  for (let tries = 1, isSent = false; ;) {
    const askedAt = clock.now();
    const { share, tagged, others } = await seen(context, id, creation);
    // The answer of the call that took the tags off was lost.
    if (isSent && tagged === undefined) return share;
    sinceAt = Math.max(sinceAt, lease.renewedAt(id) ?? 0);
    const ownership = ownershipOf(tagged, creation.tag, clock.now() - sinceAt);
    if (ownership === "taken") throw new ResumedElsewhereError(wasTaken(id, tagged));
    if (ownership === "untagged") context.warn(`${id}: its tag ${createTagKey} was removed while it was created`);
    if (wanted !== undefined && !isSearched && others.length > 0) {
      isSearched = true;
      for (const other of others) await removeSurplus(context, id, creation, other, wanted);
      continue;
    }
    await lease.release(id);
    // Where lists take so long, the last one is believed all the same: the lease has shown that this process is alive.
    if (clock.now() > askedAt + writeMs && tries < mostTries) {
      tries += 1;
      continue;
    }
    try {
      isSent = true;
      await removeTags(context, id, askedAt + writeMs);
      return share;
    } catch (error) {
      if (clock.now() >= context.deadline || !mayBeRepeated(error)) throw error;
      if (!(error instanceof UnsettledError)) tries += 1;
      if (tries > mostTries) throw error;
    }
  }
}

/** Whether it is worth reading again and taking the tags off again: something is in the way, or the call may have taken effect. */
function mayBeRepeated(error: unknown): boolean {
  return error instanceof UnsettledError || isAmbiguous(error);
}

interface Seen {
  readonly share: ResourceShare;
  /** The share with its create tag; `undefined` when it has none. */
  readonly tagged: TaggedShare | undefined;
  /** Other shares of the same creation that this process is not creating. */
  readonly others: readonly TaggedShare[];
}

/** The share as lists show it; a fresh one is waited for until it must be visible (assumption S-visibility). */
async function seen(context: Context, id: string, { sinceAt }: Creation): Promise<Seen> {
  const creations = creationsOf(context);
  const digests = creationDigests(context.urn, context.origin);
  const find = async (): Promise<Seen | undefined> => {
    const all = await creations.now();
    const tagged = all.find(({ share }) => share.ResourceShareId === id);
    const share = tagged?.share ?? (await shareNow(context, id));
    const isOther = (other: TaggedShare) => other.share.ResourceShareId !== id && !creations.own.has(other.share.ResourceShareId);
    const others = all.filter((other) => isOther(other) && isOfCreation(other, digests));
    return share && { share, tagged: tagged ?? taggedShare(share), others };
  };
  const found = await pollWhileInvisible(context, find);
  if (found) return found;
  const seconds = Math.round((context.clock.now() - sinceAt) / 1000);
  throw new Error(
    `${id} does not exist any more: it is in no list ${seconds} s after it was created. Run \`pulumi refresh\`, then \`pulumi up\``,
  );
}

/**
 * Deletes a second share that an interrupted run made for the same resource, which lists did not show when this one was made. What is not certainly of that
 * kind stays: a share that differs, or whose creation is in progress.
 */
async function removeSurplus(context: Context, id: string, creation: Creation, other: TaggedShare, wanted: WantedShare): Promise<void> {
  const creations = creationsOf(context);
  const otherId = other.share.ResourceShareId;
  try {
    const differences = await differencesTo(context, other, wanted);
    if (differences.length > 0) {
      context.warn(`share ${otherId} has the tag ${createTagKey} of this resource and stays as it is: ${differences.join("; ")}`);
      return;
    }
    if ((await takenOver(context, other)) === "alive") {
      context.warn(`share ${otherId} stays as it is: another process is creating it for a resource of the same name`);
      return;
    }
    // Two processes that each take the other's creation over must not delete both shares.
    const own = (await creations.now()).find(({ share }) => share.ResourceShareId === id);
    if (own?.tag !== creation.tag) return;
    await deleteShare(context, otherId);
    context.warn(`share ${otherId} was deleted: an interrupted run had created it for this resource, which has ${id} now`);
  } catch (error) {
    context.warn(`share ${otherId} is a second one of this creation and could not be deleted (${messageOf(error)}); delete it`);
  } finally {
    creations.own.delete(otherId);
    await creations.lease.release(otherId);
  }
}

/** Takes both tags off in one call, in time before another process could take the share over. A key that is not there is no failure (assumption S-untag). */
async function removeTags(context: Context, id: string, untilAt: number): Promise<void> {
  const { client } = context;
  const deadline = Math.min(context.deadline, untilAt);
  const request = { ResourceType: taggedType, RegionId: client.region, ResourceId: [id], TagKey: [createTagKey, leaseKey] };
  await retryWhileInvisible({ ...context, deadline }, `untagging ${id}`, (options) => client.call(UntagResources, request, options));
}

function wasTaken(id: string, tagged: TaggedShare | undefined): string {
  const now = tagged === undefined ? "that tag is gone" : "that tag names another process";
  return (
    `share ${id} was taken over by another process while this one created it (tag ${createTagKey}: ${now}), so this run leaves it alone and does not keep its id. ` +
    `When the other run has ended, run \`pulumi up\` again; if no stack has the share then, take it over with \`adopt: "${id}"\``
  );
}
