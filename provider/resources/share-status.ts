import { isExistingShare, type ResourceShare } from "../api/entities.ts";
import type { CallOptions } from "../client/client.ts";
import { ApiError } from "../kernel/errors.ts";
import { callWhenVisible, readUntilCurrent } from "../lifecycle/freshness.ts";
import { meansGone, statusForbidsAction } from "../lifecycle/retry-until.ts";
import type { Context } from "../lifecycle/resource.ts";
import { sharePollersOf } from "./share-pollers.ts";

/** The name of the share itself in ownership claims. */
export const wholeShare = "the share itself";

/** Returns this account's share if it exists; a share with open invitations does (assumption S-pending). */
export function findShare(context: Context, id: string): Promise<ResourceShare | undefined> {
  return readUntilCurrent(context, id, (latest) => listedShare(latest, id));
}

/** Returns the share if a list shows that it exists. */
export async function listedShare(context: Context, id: string): Promise<ResourceShare | undefined> {
  const { shares } = sharePollersOf(context.client, context.clock);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  return isExistingShare(share) ? share : undefined;
}

/**
 * Returns whether this account's share is gone.
 * @param failure the error of a call on the share, if there was one
 */
export async function isGoneShare(context: Context, id: string, failure?: unknown): Promise<boolean> {
  const hasChanged = failure instanceof ApiError && failure.code === statusForbidsAction;
  // The service has just told that the share is in another state, which an older list does not show.
  if (hasChanged) context.client.writes.record(id);
  const share = await readUntilCurrent(
    context,
    id,
    (latest) => listedShare(latest, id),
    (found) => (found === undefined) === hasChanged,
  );
  return share === undefined;
}

/**
 * Makes a call that removes a part of a share, or the share itself.
 * If the share is gone, the removal counts as done (assumption S-deleted).
 */
export function unlessGone(context: Context, id: string, subject: string, call: (options: CallOptions) => Promise<unknown>): Promise<void> {
  return callWhenVisible(context, id, subject, async (options) => {
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
