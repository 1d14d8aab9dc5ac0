import { isAmbiguous } from "../../client/errors/failures.ts";
import type { ResourceShare } from "../../api/entities.ts";
import { elapsedMs, type Instant, instantOf } from "../../kernel/clock.ts";
import { messageOf, UnsettledError } from "../../kernel/errors.ts";
import { pollWhileInvisible } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { ResumedElsewhereError } from "../../lifecycle/resumed-elsewhere-error.ts";
import { creationDigests, finishMs, isOfCreation, taggedShare, type TaggedShare, type WantedShare, writeMs } from "./creation-rules.ts";
import { type Creation, creationsOf, leaveCreation } from "./creation-registry.ts";
import { renewalTimeoutMs } from "./lease.ts";
import { shareNow } from "../share-status.ts";
import { removeSurplus } from "./surplus-share.ts";
import { createTagKey, creationKeys, leaseKey, untag } from "../tags/tag-calls.ts";
import { isAlive, acquireCreation } from "./resume-creation.ts";

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
 * @param keys the tags to remove, the lease among them; without the lease no process can resume the creation
 * @throws ResumedElsewhereError when another process has resumed the creation
 */
export async function finishCreation(
  context: Context,
  id: string,
  wanted?: WantedShare,
  keys: readonly string[] = creationKeys,
): Promise<ResourceShare> {
  const creation = creationsOf(context).own.get(id);
  if (creation === undefined) throw new Error(`${id} is not being created here`);
  try {
    return await untagOwnShare(context, id, creation, wanted, keys);
  } finally {
    await leaveCreation(context, id);
  }
}

/**
 * Ends the creation of a share that a program adopts, or that a state holds, before the share is changed.
 * Otherwise a process that resumes the creation could own the share as well, or delete it as a surplus one.
 *
 * @throws ResumedElsewhereError when the creation could not be ended, so that the id of an adopted share is not kept
 */
export async function endForeignCreation(context: Context, id: string): Promise<void> {
  const creations = creationsOf(context);
  try {
    const tagged = await pollWhileInvisible(context, async () => (await creations.now()).find(({ share }) => share.ResourceShareId === id));
    // Without the lease, no process can resume the creation.
    if (tagged?.lease === undefined) return await untag(context, id, creationKeys);
    if ((await acquireCreation(context, tagged)) === "alive") throw new Error(isAlive(tagged));
    await finishCreation(context, id);
  } catch (error) {
    throw new ResumedElsewhereError(messageOf(error), { cause: error });
  }
}

/**
 * Removes the tags as soon as a read shows that this process owns the share; reads again after a conflict or an ambiguous failure.
 * A missing tag within `finishMs` after this process was known to own the creation was removed by its own call, or by a person.
 * Later, another process may have resumed and finished the creation.
 */
async function untagOwnShare(
  context: Context,
  id: string,
  creation: Creation,
  wanted: WantedShare | undefined,
  keys: readonly string[],
): Promise<ResourceShare> {
  const { clock } = context;
  const { lease } = creationsOf(context);
  const { tag } = creation;
  let { since } = creation;
  let isSearched = wanted === undefined;
  for (let tries = 1, isSent = false; ;) {
    const { share, tagged, others, readAt } = await readListedShare(context, id, !isSent);
    if (tagged === undefined && elapsedMs(clock, since) <= finishMs) {
      if (!isSent) context.warn(`${id}: its tag ${createTagKey} was removed while it was created`);
      return share;
    }
    if (tagged?.tag !== tag) throw new ResumedElsewhereError(resumedElsewhereMessage(id, tagged));
    since = readAt;
    if (wanted !== undefined && !isSearched && others.length > 0) {
      isSearched = true;
      // Without the lease no process can resume it, however long the deletion takes. The create tag stays, so that a share that is left is found.
      const endOther = (otherId: string) => finishCreation(context, otherId, undefined, [leaseKey]);
      for (const other of others) await removeSurplus(context, { id, tag, wanted }, other, endOther);
      continue;
    }
    if (elapsedMs(clock, readAt) > writeMs - renewalTimeoutMs) {
      if (tries >= maxTries)
        throw new UnsettledError({ subject: `untagging ${id}`, lastSeen: "slow lists", polls: tries, elapsedMs: elapsedMs(clock, readAt) });
      tries += 1;
      continue;
    }
    await lease.release(id);
    isSent = true;
    try {
      // One call, before another process could resume the creation. A missing key is no failure (assumption S-untag).
      await untag({ ...context, deadline: Math.min(context.deadline, readAt.now + writeMs) }, id, keys);
      if (elapsedMs(clock, readAt) <= finishMs) return share;
    } catch (error) {
      const isTimely = elapsedMs(clock, readAt) <= finishMs;
      if (isTimely && (clock.now() >= context.deadline || !mayBeRepeated(error))) throw error;
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
  /** When the lists were requested. */
  readonly readAt: Instant;
}

/**
 * Reads the share from lists; polls until a new share must be visible (assumption S-visibility).
 * @param isTagged whether the share must still have its create tag, so that its absence is also polled
 */
async function readListedShare(context: Context, id: string, isTagged: boolean): Promise<ListedShare> {
  const creations = creationsOf(context);
  const digests = creationDigests(context.urn, context.origin);
  const read = async (mustBeTagged: boolean): Promise<ListedShare | undefined> => {
    const readAt = instantOf(context.clock);
    const all = await creations.now();
    const found = all.find(({ share }) => share.ResourceShareId === id);
    const share = found?.share ?? (await shareNow(context, id));
    const tagged = found ?? (share && taggedShare(share));
    if (share === undefined || (mustBeTagged && tagged === undefined)) return undefined;
    const isOther = (other: TaggedShare) => other.share.ResourceShareId !== id && !creations.own.has(other.share.ResourceShareId);
    return { share, tagged, others: all.filter((other) => isOther(other) && isOfCreation(other, digests)), readAt };
  };
  const found = (await pollWhileInvisible(context, () => read(isTagged))) ?? (isTagged ? await read(false) : undefined);
  if (found) return found;
  throw new Error(`${id} does not exist any more: no list shows it. Run \`pulumi refresh\`, then \`pulumi up\``);
}

function resumedElsewhereMessage(id: string, tagged: TaggedShare | undefined): string {
  const now = tagged === undefined ? "that tag is gone" : "that tag names another process";
  return (
    `share ${id} was resumed by another process while this one created it (tag ${createTagKey}: ${now}), so this run leaves it alone and does not keep its id. ` +
    `Before the next \`pulumi up\`, wait for the other run, and check whether a stack has the share; if none has it, adopt it with \`adopt: "${id}"\`, or delete it. ` +
    "If something else in the account removes tags, create shares with `trace: false`"
  );
}
