import { DisassociateResourceShare, ListSharedResources } from "../../api/associations.ts";
import { failedWith } from "../../api/error-codes.ts";
import { InputError } from "../../kernel/errors.ts";
import { compareText } from "../../kernel/json.ts";
import { progressOf } from "../../lifecycle/progress.ts";
import { retryWhileInProgress } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { meansGone } from "../share-calls.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { isExistingShare } from "../../api/entities.ts";

/** Lists the resources to which a share grants this account access. */
export async function receivedResources(context: Context, shareId: string) {
  const found = await context.client.all(
    ListSharedResources,
    { ResourceOwner: "OtherAccounts", ResourceShareIds: [shareId] },
    (page) => page.SharedResources,
  );
  return found
    .map((item) => ({ type: item.ResourceType, id: item.ResourceId, arn: item.ResourceArn, status: item.ResourceStatus }))
    .toSorted((a, b) => compareText(`${a.type} ${a.id}`, `${b.type} ${b.id}`));
}

/** Leaves a share and waits until it is not visible any more; a share that is not visible was left already (assumption S-leaving). */
export async function leave(
  context: Context,
  id: string,
  self: string,
  state: { readonly invitationId?: string | undefined },
): Promise<void> {
  const { received } = sharePollersOf(context.client, context.clock);
  try {
    await retryWhileInProgress(context, `leaving ${id}`, () =>
      context.client.call(DisassociateResourceShare, { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [self] }),
    );
  } catch (error) {
    if (failedWith(error, DisassociateResourceShare, "LeavingFailed.Account") && state.invitationId === undefined) {
      return context.warn(
        `share ${id} is not left: the resource directory shares it with this account without an invitation. The resource is only removed from the state`,
      );
    }
    if (failedWith(error, DisassociateResourceShare, "LeavingFailed.Account", "LeavingFailed.ResourceType")) {
      throw InputError.of("leaveOnDelete", `${id} cannot be left: ${error.serviceMessage}`);
    }
    if (!meansGone(error) && !failedWith(error, DisassociateResourceShare, "DisassociateInvalid")) throw error;
  }
  await received.until({
    key: id,
    subject: `leaving ${id}`,
    deadline: context.deadline,
    evaluate: ([share]) => (isExistingShare(share) ? { seen: "still visible" } : { value: undefined }),
    ...progressOf(context, `leaving ${id}`),
  });
}
