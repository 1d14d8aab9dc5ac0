import type { ResourceShare, ShareStatus } from "../api/entities.ts";
import { failedWith } from "../api/errors.ts";
import { DeleteResourceShare } from "../api/shares.ts";
import type { CallOptions } from "../client/client.ts";
import { lookWhileInvisible, throughConflicts, visibilityMs } from "../lifecycle/persist.ts";
import type { Context } from "../lifecycle/resource.ts";
import { judgeBy, type WaitTable } from "../lifecycle/wait.ts";
import { watchOf } from "../lifecycle/watch.ts";

const deleted: WaitTable<ShareStatus, ResourceShare> = {
  name: "deleted",
  states: { Active: "wait", Pending: "wait", Deleting: "wait", Deleted: "done" },
  absent: "done",
};

/** Whether a record says that the share exists: one that is being deleted is as good as gone (assumption S-deleted). */
export function isPresentShare(share: ResourceShare | undefined): share is ResourceShare {
  return share !== undefined && (share.ResourceShareStatus === "Active" || share.ResourceShareStatus === "Pending");
}

/**
 * This account's share, if it exists; one with open invitations does (assumption S-pending). Where lists may not show a fresh one yet, its absence is believed
 * only when they must (assumption S-visibility).
 *
 * @param createTime when the share was created, as the service says
 */
export async function presentShare(context: Context, id: string, createTime?: string): Promise<ResourceShare | undefined> {
  const { shares } = watchOf(context.client, context.clock);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  if (share !== undefined || !isFresh(context, id, createTime)) return isPresentShare(share) ? share : undefined;
  return lookWhileInvisible(context, () => shareNow(context, id));
}

/** The share as a list shows it now, if it does. */
export async function shareNow(context: Context, id: string): Promise<ResourceShare | undefined> {
  const [share] = await watchOf(context.client, context.clock).shares.now(id);
  return isPresentShare(share) ? share : undefined;
}

/** How far the service's clock and that of this machine may differ, in milliseconds (assumption S-clock). */
const clockToleranceMs = 900_000;

/** Whether a share may be too young to be in every list. */
function isFresh({ client, clock }: Context, id: string, createTime: string | undefined): boolean {
  const madeAt = watchOf(client, clock).made.get(id);
  if (madeAt !== undefined) return clock.now() - madeAt < visibilityMs;
  return createTime !== undefined && Math.abs(clock.wallTime() - Date.parse(createTime)) < visibilityMs + clockToleranceMs;
}

/** Deletes a share and waits until it is gone. */
export async function deleteShare(context: Context, id: string, createTime?: string): Promise<void> {
  await throughConflicts(context, `deletion of ${id}`, (options) => deleteUnlessGone(context, id, createTime, options));
  await watchOf(context.client, context.clock).shares.until({
    key: id,
    subject: `deletion of ${id}`,
    deadline: context.deadline,
    begun: { transition: deleted.name, at: context.clock.now() },
    judge: ([share]) =>
      judgeBy(deleted, share, (record) => record.ResourceShareStatus) === "done"
        ? { value: undefined }
        : { seen: share?.ResourceShareStatus ?? "absent" },
    onSeen: (seen, elapsedMs) => context.say(`${seen}, ${Math.round(elapsedMs / 1000)} s`),
  });
  // From now on its absence is no surprise.
  watchOf(context.client, context.clock).made.set(id, Number.NEGATIVE_INFINITY);
}

/** A deleted share answers in three ways until it is purged, and all of them mean gone (assumption S-deleted). */
async function deleteUnlessGone(context: Context, id: string, createTime: string | undefined, options: CallOptions): Promise<void> {
  try {
    await context.client.call(DeleteResourceShare, { ResourceShareId: id }, options);
  } catch (error) {
    const mayBeGone = failedWith(error, DeleteResourceShare, "EntityNotExists.ResourceShare", "ResourceShareStatusMismatchAction");
    if (!mayBeGone) throw error;
    if (await shareNow(context, id)) throw error;
    if (!(await presentShare(context, id, createTime))) return;
    // It was too fresh to be found.
    await context.client.call(DeleteResourceShare, { ResourceShareId: id }, options);
  }
}
