import type { ResourceShare, ShareStatus } from "../../api/entities.ts";
import { DeleteResourceShare } from "../../api/shares.ts";
import type { CallOptions } from "../../client/client.ts";
import { ApiError } from "../../kernel/errors.ts";
import { pollWhileInvisible, meansGone, mismatch, retryWhileInvisible, visibilityMs } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { phaseOf, type WaitTable } from "../../lifecycle/polling/wait-table.ts";
import { sharePollersOf } from "../../lifecycle/polling/share-pollers.ts";

const deleted: WaitTable<ShareStatus, ResourceShare> = {
  name: "deleted",
  states: { Active: "wait", Pending: "wait", Deleting: "wait", Deleted: "done" },
  absent: "done",
};

/** Whether a record says that the share exists: one that is being deleted is as good as gone (assumption S-deleted). */
export function isExistingShare(share: ResourceShare | undefined): share is ResourceShare {
  return share !== undefined && (share.ResourceShareStatus === "Active" || share.ResourceShareStatus === "Pending");
}

/**
 * This account's share, if it exists; one with open invitations does (assumption S-pending). Where lists may not show a fresh one yet, its absence is believed
 * only when they must (assumption S-visibility).
 *
 * @param createTime when the share was created, as the service says
 */
export async function findShare(context: Context, id: string, createTime?: string): Promise<ResourceShare | undefined> {
  const { shares } = sharePollersOf(context.client, context.clock);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  if (share !== undefined || !isFresh(context, id, createTime)) return isExistingShare(share) ? share : undefined;
  return pollWhileInvisible(context, () => shareNow(context, id));
}

/** The share as a list shows it now, if it does. */
export async function shareNow(context: Context, id: string): Promise<ResourceShare | undefined> {
  const [share] = await sharePollersOf(context.client, context.clock).shares.now(id);
  return isExistingShare(share) ? share : undefined;
}

/** How far the service's clock and that of this machine may differ, in milliseconds (assumption S-clock). */
const clockToleranceMs = 900_000;

/** Whether a share may be too young to be in every list. */
function isFresh({ client, clock }: Context, id: string, createTime: string | undefined): boolean {
  const madeAt = sharePollersOf(client, clock).made.get(id);
  if (madeAt !== undefined) return clock.now() - madeAt < visibilityMs;
  return createTime !== undefined && Math.abs(clock.wallTime() - Date.parse(createTime)) < visibilityMs + clockToleranceMs;
}

/**
 * Whether this account's share is gone; `failure` is that of a call about it. A list may be older than what has just happened (assumption S-visibility): a share that is not listed is
 * looked for as long as it may be invisible, and so is one that is listed as present when the call was refused because of its status.
 */
export async function isGoneShare(context: Context, id: string, failure?: unknown): Promise<boolean> {
  const { shares } = sharePollersOf(context.client, context.clock);
  const isDoubtful = failure instanceof ApiError && failure.code === mismatch;
  let last: ResourceShare | undefined;
  await pollWhileInvisible(context, async () => {
    [last] = await shares.now(id);
    return isDoubtful && isExistingShare(last) ? undefined : last;
  });
  return !isExistingShare(last);
}

/** Does a call that takes something out of a share, or the share itself: with a share that is gone, what was in it is gone (assumption S-deleted). */
export function unlessGone(context: Context, id: string, subject: string, call: (options: CallOptions) => Promise<unknown>): Promise<void> {
  return retryWhileInvisible(context, subject, async (options) => {
    try {
      await call(options);
    } catch (error) {
      if (!meansGone(error)) throw error;
      if (await isGoneShare(context, id, error)) return;
      if (error.code === mismatch) throw error;
      // It was not visible to the call, and is by now.
      await call(options);
    }
  });
}

/** Deletes a share and waits until it is gone. */
export async function deleteShare(context: Context, id: string): Promise<void> {
  await unlessGone(context, id, `deletion of ${id}`, (options) =>
    context.client.call(DeleteResourceShare, { ResourceShareId: id }, options),
  );
  await sharePollersOf(context.client, context.clock).shares.until({
    key: id,
    subject: `deletion of ${id}`,
    deadline: context.deadline,
    begun: { transition: deleted.name, at: context.clock.now() },
    evaluate: ([share]) =>
      phaseOf(deleted, share, (record) => record.ResourceShareStatus) === "done"
        ? { value: undefined }
        : { seen: share?.ResourceShareStatus ?? "absent" },
    onSeen: (seen, elapsedMs) => context.reportProgress(`${seen}, ${Math.round(elapsedMs / 1000)} s`),
  });
  // From now on its absence is no surprise.
  sharePollersOf(context.client, context.clock).made.set(id, Number.NEGATIVE_INFINITY);
}
