import { isExistingShare, type ResourceShare } from "../api/entities.ts";
import type { CallOptions } from "../client/client.ts";
import { ApiError } from "../kernel/errors.ts";
import { pollWhileInvisible, meansGone, statusForbidsAction, retryWhileInvisible, visibilityMs } from "../lifecycle/retry-until.ts";
import type { Context } from "../lifecycle/resource.ts";
import { sharePollersOf } from "../lifecycle/polling/share-pollers.ts";

/** The name of the share itself in ownership claims. */
export const wholeShare = "the share itself";

/**
 * Returns this account's share if it exists; a share with open invitations does (assumption S-pending).
 * A new share that lists may still omit is polled until they must show it (assumption S-visibility).
 *
 * @param createTime the share's creation time from the service
 */
export async function findShare(context: Context, id: string, createTime?: string): Promise<ResourceShare | undefined> {
  const { shares } = sharePollersOf(context.client, context.clock);
  // An answer shows the service as it was when the list was asked for.
  const mayBeOmitted = isFresh(context, id, createTime);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  if (share !== undefined || !mayBeOmitted) return isExistingShare(share) ? share : undefined;
  return pollWhileInvisible(context, () => shareNow(context, id));
}

/** Returns the share from one list now, if it exists there. */
export async function shareNow(context: Context, id: string): Promise<ResourceShare | undefined> {
  const [share] = await sharePollersOf(context.client, context.clock).shares.now(id);
  return isExistingShare(share) ? share : undefined;
}

/** The largest difference between the service's clock and the local clock, in milliseconds (assumption S-clock). */
const clockToleranceMs = 900_000;

/** Returns whether a share may be too new to be in every list. */
function isFresh({ client, clock }: Context, id: string, createTime: string | undefined): boolean {
  const { createdAtById, deletedIds } = sharePollersOf(client, clock);
  if (deletedIds.has(id)) return false;
  const createdAt = createdAtById.get(id);
  if (createdAt !== undefined) return clock.now() - createdAt < visibilityMs;
  return createTime !== undefined && Math.abs(clock.wallTime() - Date.parse(createTime)) < visibilityMs + clockToleranceMs;
}

/**
 * Returns whether this account's share is gone. A list may be outdated (assumption S-visibility):
 *
 * - a share that is not listed is polled for as long as a new share may be invisible;
 * - so is a share that is listed as existing although a call failed because of its status.
 *
 * @param failure the error of a call on the share, if there was one
 */
export async function isGoneShare(context: Context, id: string, failure?: unknown): Promise<boolean> {
  const { shares } = sharePollersOf(context.client, context.clock);
  const isDoubtful = failure instanceof ApiError && failure.code === statusForbidsAction;
  let last: ResourceShare | undefined;
  await pollWhileInvisible(context, async () => {
    [last] = await shares.now(id);
    return isDoubtful && isExistingShare(last) ? undefined : last;
  });
  return !isExistingShare(last);
}

/**
 * Makes a call that removes a part of a share, or the share itself.
 * If the share is gone, the removal counts as done (assumption S-deleted).
 */
export function unlessGone(context: Context, id: string, subject: string, call: (options: CallOptions) => Promise<unknown>): Promise<void> {
  return retryWhileInvisible(context, subject, async (options) => {
    try {
      await call(options);
    } catch (error) {
      if (!meansGone(error)) throw error;
      if (await isGoneShare(context, id, error)) return;
      if (error.code === statusForbidsAction) throw error;
      // The share exists: it was not visible to the first call.
      await call(options);
    }
  });
}
