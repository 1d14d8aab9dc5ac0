import type { Invitation, InvitationStatus, ResourceShare } from "../../api/entities.ts";
import { failedWith } from "../../api/errors.ts";
import { AcceptResourceShareInvitation, ListResourceShareInvitations } from "../../api/invitations.ts";
import { InputError, UnsettledError, WaitError } from "../../kernel/errors.ts";
import { pollUntil, retryConflicts, visibilityMs } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { phaseOf, type WaitTable } from "../../lifecycle/polling/wait-table.ts";
import { sharePollersOf } from "../../lifecycle/polling/share-pollers.ts";
import { isExistingShare } from "../share/share-status.ts";
import { failureText } from "../association/wait-for-associations.ts";

/** What an invitation must become before the share can be seen. */
const accepted: WaitTable<InvitationStatus, Invitation> = {
  name: "accepted",
  states: {
    Pending: "wait",
    Accepted: "done",
    Cancelled: "failed",
    Rejected: "failed",
    Expired: "failed",
    AcceptFailed: "failed",
  },
  absent: "wait",
};

const whyEnded: { readonly [S in InvitationStatus]?: string } = {
  Cancelled: "the sender has withdrawn it",
  Rejected: "it was rejected; the sender can invite again",
  Expired: "it was open for seven days; the sender can invite again",
  AcceptFailed: "it was accepted, and the resources could not be shared",
};

/** A share as its receiver sees it. */
export interface Received {
  readonly share: ResourceShare;
  readonly invitation: Invitation | undefined;
}

/** The invitation to a share with an id; the newest one when no id is said, as an old one that has ended may stand beside it. */
export async function invitationTo(context: Context, shareId: string, id: string | undefined): Promise<Invitation | undefined> {
  return chosen(await sharePollersOf(context.client, context.clock).invitations.now(shareId), id);
}

/** The invitation with an id, waited for: it appears a moment after the sender has made it. */
export async function invitationById(context: Context, id: string): Promise<Invitation> {
  const absent = "not there yet";
  try {
    return await pollUntil<Invitation>(context, `invitation ${id}`, async () => {
      const [value] = await context.client.all(
        ListResourceShareInvitations,
        { ResourceShareInvitationIds: [id] },
        (page) => page.ResourceShareInvitations,
      );
      return value ? { value } : { seen: absent };
    });
  } catch (error) {
    if (!(error instanceof UnsettledError)) throw error;
    const came = `no such invitation came within ${Math.round(error.elapsedMs / 1000)} s, and nothing was made`;
    throw new WaitError(`invitation ${id}:`, error.lastSeen === absent ? [came] : [came, `${error.lastSeen} at the last look`]);
  }
}

/** Which share is accepted, and from whom. */
export interface AcceptRequest {
  /** The one invitation to accept; the newest when absent. */
  readonly invitationId?: string | undefined;
  readonly senderAccountId?: string | undefined;
}

/**
 * Waits until the share can be seen from this account, accepting the invitation to it on the way when there is an open one.
 * Inside a resource directory there is none, and the share is simply there (assumption S-receiver): so both are looked at, whichever comes first.
 */
export function acceptOpen(context: Context, shareId: string, { invitationId, senderAccountId }: AcceptRequest): Promise<Received> {
  const { received, invitations } = sharePollersOf(context.client, context.clock);
  let wasAccepted = false;
  let unseenSince: number | undefined;
  return pollUntil<Received>(context, `share ${shareId}`, async () => {
    const [[seen], all] = await Promise.all([received.now(shareId), invitations.now(shareId)]);
    const share = isExistingShare(seen) ? seen : undefined;
    const invitation = chosen(all, invitationId);
    if (senderAccountId !== undefined) assertSender(senderAccountId, share, invitation);
    const verdict = phaseOf(accepted, invitation, ({ Status }) => Status);
    if (share !== undefined && (verdict !== "wait" || invitation === undefined || wasAccepted)) return { value: { share, invitation } };
    if (invitation === undefined) return { seen: "no invitation yet" };
    if (verdict === "failed") throw ended(invitation);
    if (verdict === "wait" && !wasAccepted) {
      await accept(context, invitation);
      wasAccepted = true;
    }
    const now = context.clock.now();
    unseenSince ??= now;
    // What was accepted before, and is longer out of sight than what is fresh, does not come back by itself.
    if (!wasAccepted && now - unseenSince >= visibilityMs) throw left(invitation);
    return { seen: "accepted, not visible yet" };
  });
}

async function accept(context: Context, { ResourceShareInvitationId: id }: Invitation): Promise<void> {
  try {
    const { ResourceShareInvitation: answer } = await retryConflicts(context, `accepting ${id}`, (options) =>
      context.client.call(AcceptResourceShareInvitation, { ResourceShareInvitationId: id }, options),
    );
    if (phaseOf(accepted, answer, ({ Status }) => Status) === "failed") throw ended(answer);
  } catch (error) {
    // An earlier acceptance whose answer was lost.
    if (!failedWith(error, AcceptResourceShareInvitation, "InvitationStatus.AlreadyAccepted")) throw error;
  }
}

function chosen(invitations: readonly Invitation[], id: string | undefined): Invitation | undefined {
  return id === undefined ? newest(invitations) : invitations.find(({ ResourceShareInvitationId }) => ResourceShareInvitationId === id);
}

function newest(invitations: readonly Invitation[]): Invitation | undefined {
  return invitations.reduce<Invitation | undefined>(
    (latest, other) => (latest === undefined || (other.CreateTime ?? "") >= (latest.CreateTime ?? "") ? other : latest),
    undefined,
  );
}

/** Throws unless everything that is there certainly comes from the expected account. */
function assertSender(expected: string, share: ResourceShare | undefined, invitation: Invitation | undefined): void {
  const refuse = (reason: string) => InputError.of("senderAccountId", `${reason}, not from ${expected}: it is not accepted`);
  const senders = [share?.ResourceShareOwner, invitation?.SenderAccountId].filter((sender) => sender !== undefined);
  const stranger = senders.find((sender) => sender !== expected);
  const id = share?.ResourceShareId ?? invitation?.ResourceShareId;
  if (stranger !== undefined) throw refuse(`${id} comes from account ${stranger}`);
  if (id !== undefined && senders.length === 0) throw refuse(`${id} comes from an account that the service does not name`);
}

function left({ ResourceShareInvitationId: id }: Invitation): WaitError {
  return new WaitError(`invitation ${id} was accepted, and the share is not visible:`, [
    "this account has left it or its owner removed it",
    "the owner must invite again",
  ]);
}

function ended(invitation: Invitation): WaitError {
  const details = [...(invitation.AcceptInvitationFailedDetails ?? []), ...(invitation.InvitationFailedDetails ?? [])].map((item) =>
    failureText(item, item.ResourceType, item.ResourceId),
  );
  const why = whyEnded[invitation.Status] ?? "it cannot be accepted";
  return new WaitError(`invitation ${invitation.ResourceShareInvitationId} is ${invitation.Status}:`, [why, ...details]);
}
