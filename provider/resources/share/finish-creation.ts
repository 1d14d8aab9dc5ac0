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

const maxTries = 3;

/** Returns whether this process is creating the share, or has resumed its creation. */
export function isCreating(context: Context, id: string): boolean {
  return creationsOf(context).own.has(id);
}

/**
 * Ends a creation: removes the create tag and the lease from the share, and returns the share.
 * Before that, a list must show the share, this process must still own it, and surplus shares of the same creation are deleted.
 *
 * A process that is killed before this call leaves the create tag, so that the next run can resume the creation.
 *
 * @param wanted the desired state; absent when the creation has failed, so that no share is deleted
 * @throws ResumedElsewhereError when another process has resumed the creation
 */
export async function finishCreation(context: Context, id: string, wanted?: WantedShare): Promise<ResourceShare> {
  const creations = creationsOf(context);
  const creation = creations.own.get(id);
  if (creation === undefined) throw new Error(`${id} is not being created here`);
  try {
    return await untagOwnShare(context, id, creation, wanted);
  } finally {
    creations.own.delete(id);
    await creations.lease.release(id);
  }
}

/** Removes the tags as soon as a read shows that this process owns the share; reads again after a conflict or an ambiguous failure. */
async function untagOwnShare(context: Context, id: string, creation: Creation, wanted: WantedShare | undefined): Promise<ResourceShare> {
  const { clock } = context;
  const { lease } = creationsOf(context);
  let { sinceAt } = creation;
  let isSearched = wanted === undefined;
  for (let tries = 1, isSent = false; ;) {
    const askedAt = clock.now();
    const { share, tagged, others } = await readListedShare(context, id, creation);
    // The call that removed the tags took effect, but its response was lost.
    if (isSent && tagged === undefined) return share;
    sinceAt = Math.max(sinceAt, lease.renewedAt(id) ?? 0);
    const ownership = ownershipOf(tagged, creation.tag, clock.now() - sinceAt);
    if (ownership === "taken") throw new ResumedElsewhereError(resumedElsewhereMessage(id, tagged));
    if (ownership === "untagged") context.warn(`${id}: its tag ${createTagKey} was removed while it was created`);
    if (wanted !== undefined && !isSearched && others.length > 0) {
      isSearched = true;
      for (const other of others) await removeSurplus(context, id, creation, other, wanted);
      continue;
    }
    await lease.release(id);
    // After the last try even a slow list is trusted: other processes have seen the lease change.
    if (clock.now() > askedAt + writeMs && tries < maxTries) {
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
      if (tries > maxTries) throw error;
    }
  }
}

/** Returns whether to read the share and remove the tags again: the call met a conflict, or its failure is ambiguous. */
function mayBeRepeated(error: unknown): boolean {
  return error instanceof UnsettledError || isAmbiguous(error);
}

interface ListedShare {
  readonly share: ResourceShare;
  /** The share with its create tag; `undefined` when it has none. */
  readonly tagged: TaggedShare | undefined;
  /** Other shares of the same creation that this process is not creating. */
  readonly others: readonly TaggedShare[];
}

/** Reads the share from lists; polls for a new share until it must be visible (assumption S-visibility). */
async function readListedShare(context: Context, id: string, { sinceAt }: Creation): Promise<ListedShare> {
  const creations = creationsOf(context);
  const digests = creationDigests(context.urn, context.origin);
  const find = async (): Promise<ListedShare | undefined> => {
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
 * Deletes a second share that an interrupted run created for the same resource, and that lists did not show before this one was created.
 * A share that differs from the desired state, or whose creation is in progress, is kept.
 */
async function removeSurplus(context: Context, id: string, creation: Creation, other: TaggedShare, wanted: WantedShare): Promise<void> {
  const creations = creationsOf(context);
  const otherId = other.share.ResourceShareId;
  try {
    if (await differs(context, other, wanted)) return;
    if ((await takenOver(context, other)) === "alive") {
      context.warn(`share ${otherId} stays as it is: another process is creating it for a resource of the same name`);
      return;
    }
    // If two processes resume each other's creations, they must not delete both shares.
    const tagged = await creations.now();
    const [own, now] = [id, otherId].map((shareId) => tagged.find(({ share }) => share.ResourceShareId === shareId));
    if (own?.tag !== creation.tag || now === undefined) return;
    // The first comparison may have read lists that lagged, and others may have changed the share since.
    if (await differs(context, now, wanted)) return;
    await deleteShare(context, otherId);
    context.warn(`share ${otherId} was deleted: an interrupted run had created it for this resource, which has ${id} now`);
  } catch (error) {
    context.warn(`share ${otherId} is a second one of this creation and could not be deleted (${messageOf(error)}); delete it`);
  } finally {
    creations.own.delete(otherId);
    await creations.lease.release(otherId);
  }
}

/** Whether a second share differs from the desired state, so that it must stay; warns of it. */
async function differs(context: Context, other: TaggedShare, wanted: WantedShare): Promise<boolean> {
  const differences = await differencesTo(context, other, wanted);
  if (differences.length === 0) return false;
  const id = other.share.ResourceShareId;
  context.warn(`share ${id} has the tag ${createTagKey} of this resource and stays as it is: ${differences.join("; ")}`);
  return true;
}

/** Removes both tags in one call, before another process could resume the creation. A missing key is no failure (assumption S-untag). */
async function removeTags(context: Context, id: string, untilAt: number): Promise<void> {
  const { client } = context;
  const deadline = Math.min(context.deadline, untilAt);
  const request = { ResourceType: taggedType, RegionId: client.region, ResourceId: [id], TagKey: [createTagKey, leaseKey] };
  await retryWhileInvisible({ ...context, deadline }, `untagging ${id}`, (options) => client.call(UntagResources, request, options));
}

function resumedElsewhereMessage(id: string, tagged: TaggedShare | undefined): string {
  const now = tagged === undefined ? "that tag is gone" : "that tag names another process";
  return (
    `share ${id} was taken over by another process while this one created it (tag ${createTagKey}: ${now}), so this run leaves it alone and does not keep its id. ` +
    `When the other run has ended, run \`pulumi up\` again; if no stack has the share then, take it over with \`adopt: "${id}"\``
  );
}
