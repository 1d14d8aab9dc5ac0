import type { ResourceShare, ShareStatus } from "../api/entities.ts";
import { failedWith } from "../api/errors.ts";
import { DeleteResourceShare } from "../api/shares.ts";
import type { CallOptions } from "../client/client.ts";
import { throughConflicts } from "../lifecycle/persist.ts";
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

/** This account's share, if it exists; one with open invitations does (assumption S-pending). */
export async function presentShare(context: Context, id: string): Promise<ResourceShare | undefined> {
  const { shares } = watchOf(context.client, context.clock);
  const [share] = await (context.isSnapshot ? shares.snapshot(id) : shares.now(id));
  return isPresentShare(share) ? share : undefined;
}

/** Deletes a share and waits until it is gone. */
export async function deleteShare(context: Context, id: string): Promise<void> {
  await throughConflicts(context, `deletion of ${id}`, (options) => deleteUnlessGone(context, id, options));
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
}

/** A deleted share answers in three ways until it is purged, and all of them mean gone (assumption S-deleted). */
async function deleteUnlessGone(context: Context, id: string, options: CallOptions): Promise<void> {
  try {
    await context.client.call(DeleteResourceShare, { ResourceShareId: id }, options);
  } catch (error) {
    const mayBeGone = failedWith(error, DeleteResourceShare, "EntityNotExists.ResourceShare", "ResourceShareStatusMismatchAction");
    if (!mayBeGone) throw error;
    if (await presentShare(context, id)) throw error;
  }
}
