import { DisassociateResourceShare, ListSharedResources } from "../../api/associations.ts";
import { failedWith } from "../../api/error-codes.ts";
import { InputError, WaitError } from "../../kernel/errors.ts";
import { compareText } from "../../kernel/json.ts";
import { currentFrom } from "../../lifecycle/freshness.ts";
import { progressOf } from "../../lifecycle/progress.ts";
import { pollUntil, retryWhileInProgress } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { meansGone } from "../share-calls.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { isExistingShare } from "../../api/entities.ts";
import { invitationTo, offerEndOf } from "./listed-invitations.ts";
import { otherRegionOf } from "./region-of-share.ts";

/** What the state of an acceptor says about its acceptance. */
interface Acceptance {
  readonly invitationId?: string | undefined;
  readonly status?: string | undefined;
}

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

/** Returns whether the acceptance of a creation that has not ended may still run: the share is not visible here then, nor in another region. */
export async function isBeingAccepted(context: Context, id: string, state: Acceptance): Promise<boolean> {
  return (await hasAccepted(context, id, state)) && (await otherRegionOf(context, id)) === undefined;
}

async function hasAccepted(context: Context, id: string, { invitationId, status }: Acceptance): Promise<boolean> {
  return status === "Pending" && (await invitationTo(context, id, invitationId))?.Status === "Accepted";
}

/** Waits up to a minute for the share of an acceptance that may still run: it cannot be left before, and access would follow. */
async function waitForAcceptance(context: Context, id: string, state: Acceptance): Promise<void> {
  const { clock } = context;
  const since = clock.now();
  const end = offerEndOf(context, since);
  await pollUntil<undefined>(context, `leaving ${id}`, async () => {
    const askedAt = clock.now();
    const [share] = await sharePollersOf(context.client, clock).received.now(id);
    if (isExistingShare(share)) return { value: undefined };
    const mayRun = askedAt < currentFrom(context, id) || (await hasAccepted(context, id, state));
    if (mayRun && askedAt < end) return { seen: "not visible yet" };
    if (!mayRun || (await otherRegionOf(context, id)) !== undefined) return { value: undefined };
    throw new WaitError(`leaving ${id}: the share is not visible after ${Math.round((askedAt - since) / 1000)} s:`, [
      "its acceptance may still run",
      "run the command again; if the owner does not list this account any more, `pulumi state delete` removes this resource",
    ]);
  });
}

/** Leaves a share and waits until it is not visible any more; a share that is not visible was left already (assumption S-leaving). */
export async function leave(context: Context, id: string, self: string, state: Acceptance): Promise<void> {
  if (state.status === "Pending") await waitForAcceptance(context, id, state);
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
