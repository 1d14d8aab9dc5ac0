import { DeleteResourceShare } from "../../api/shares.ts";
import { progressOf } from "../../lifecycle/progress.ts";
import { sharePollersOf } from "../share-pollers.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { unlessGone } from "../share-calls.ts";

/** Deletes a share and waits until it is gone. */
export async function deleteShare(context: Context, id: string): Promise<void> {
  await unlessGone(context, id, `deletion of ${id}`, () => context.client.call(DeleteResourceShare, { ResourceShareId: id }));
  const { shares } = sharePollersOf(context.client, context.clock);
  await shares.until({
    key: id,
    subject: `deletion of ${id}`,
    deadline: context.deadline,
    begun: { transition: "deleted", at: context.clock.now() },
    evaluate: ([share]) =>
      share === undefined || share.ResourceShareStatus === "Deleted" ? { value: undefined } : { seen: share.ResourceShareStatus },
    ...progressOf(context, `deletion of ${id}`),
  });
}
