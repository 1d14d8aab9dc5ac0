import type { ResourceShare, ShareStatus } from "../../api/entities.ts";
import { DeleteResourceShare } from "../../api/shares.ts";
import { progressOf } from "../../lifecycle/retry-until.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { phaseOf, type WaitTable } from "../../lifecycle/polling/wait-table.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { unlessGone } from "../share-calls.ts";

const deleted: WaitTable<ShareStatus, ResourceShare> = {
  name: "deleted",
  states: { Active: "pending", Pending: "pending", Deleting: "pending", Deleted: "target" },
  absent: "target",
};

/** Deletes a share and waits until it is gone. */
export async function deleteShare(context: Context, id: string): Promise<void> {
  await unlessGone(context, id, `deletion of ${id}`, () => context.client.call(DeleteResourceShare, { ResourceShareId: id }));
  const { shares } = sharePollersOf(context.client, context.clock);
  await shares.until({
    key: id,
    subject: `deletion of ${id}`,
    deadline: context.deadline,
    begun: { transition: deleted.name, at: context.clock.now() },
    evaluate: ([share]) =>
      phaseOf(deleted, share, (record) => record.ResourceShareStatus) === "target"
        ? { value: undefined }
        : { seen: share?.ResourceShareStatus ?? "absent" },
    ...progressOf(context, `deletion of ${id}`),
  });
}
