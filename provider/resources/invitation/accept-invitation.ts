import { type Invitation, type InvitationStatus, isExistingShare, type ResourceShare } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import { AcceptResourceShareInvitation, ListResourceShareInvitations } from "../../api/invitations.ts";
import { inviteAgain } from "../../client/errors/refusal-advice.ts";
import { InputError, UnsettledError, WaitError } from "../../kernel/errors.ts";
import { currentFrom, visibilityMs } from "../../lifecycle/freshness.ts";
import { restText } from "../../lifecycle/progress.ts";
import { pollUntil, retryWhileInProgress } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { assertNotElsewhere } from "./region-of-share.ts";
import { associationFailureText } from "../association/wait-for-associations.ts";

/** Why an invitation with each status cannot lead to the share any more. */
const whyEnded: { readonly [S in InvitationStatus]?: string } = {
  Cancelled: "the sender has withdrawn it",
  Rejected: "it was rejected",
  Expired: "it was open for seven days",
  // A failed acceptance of an earlier run is first repeated (`nextStep`).
  AcceptFailed: "it was accepted, and the resources could not be shared",
};

const acceptsAgain = "remove the cause and run `pulumi up` again, which accepts it again";
const notAgain = `the service does not take it again: remove the cause, and ${inviteAgain}`;

/**
 * How long an acceptor waits while no invitation is listed, in milliseconds: the same program may create the share a moment later, and
 * lists lag (assumption S-visibility). After that, the id or the account is wrong, or the owner has not listed the account.
 */
const offerMs = 60_000;

/** A received share, and the invitation to it if there is one. */
export interface Received {
  readonly share: ResourceShare;
  readonly invitation: Invitation | undefined;
}

/** Returns the invitation to a share with an id. Without an id it returns the newest one: older ones that have ended are still listed. */
export async function invitationTo(context: Context, shareId: string, id: string | undefined): Promise<Invitation | undefined> {
  return chosen(await sharePollersOf(context.client, context.clock).invitations.now(shareId), id);
}

/** Returns the invitation with an id, if the id is one of an invitation and the invitation is listed. */
export async function findInvitation(context: Context, id: string): Promise<Invitation | undefined> {
  try {
    return await listedInvitation(context, id);
  } catch (error) {
    if (failedWith(error, ListResourceShareInvitations, "InvalidParameter.ResourceShareInvitationIds")) return undefined;
    throw error;
  }
}

async function listedInvitation(context: Context, id: string): Promise<Invitation | undefined> {
  const request = { ResourceShareInvitationIds: [id] };
  const [invitation] = await context.client.all(ListResourceShareInvitations, request, (page) => page.ResourceShareInvitations);
  return invitation;
}

/** Polls until the invitation with an id is listed: it appears some time after the sender has created it. */
export async function invitationById(context: Context, id: string): Promise<Invitation> {
  const absent = "not there yet";
  const since = context.clock.now();
  const offerEnd = Math.min(since + offerMs, context.deadline);
  try {
    return await pollUntil<Invitation>(context, `invitation ${id}`, async () => {
      const askedAt = context.clock.now();
      const value = await listedInvitation(context, id);
      if (value === undefined && askedAt >= offerEnd)
        throw await neverOfferedError(context, `invitation ${id}`, askedAt - since, "invitationId");
      return value ? { value } : { seen: absent };
    });
  } catch (error) {
    if (!(error instanceof UnsettledError)) throw error;
    const reason = `no such invitation arrived within ${Math.round(error.elapsedMs / 1000)} s, and nothing was created`;
    throw new WaitError(`invitation ${id}:`, error.lastSeen === absent ? [reason] : [reason, `${error.lastSeen} at the last poll`]);
  }
}

/** The conditions for accepting a share. */
export interface AcceptRequest {
  /** The invitation to accept; the newest when absent. */
  readonly invitationId?: string | undefined;
  /** The only account whose share is accepted; any account when absent. */
  readonly senderAccountId?: string | undefined;
}

/**
 * Accepts the open invitation to a share, if there is one, and waits until the share is visible to this account.
 * Inside a resource directory the share is visible without an invitation (assumption S-receiver), so each poll reads both.
 */
export function acceptOpen(context: Context, shareId: string, { invitationId, senderAccountId }: AcceptRequest): Promise<Received> {
  const { received, invitations } = sharePollersOf(context.client, context.clock);
  const since = context.clock.now();
  const offerEnd = Math.min(since + offerMs, context.deadline);
  // `sent`: this run has sent an acceptance and has no answer, so that it may have taken effect.
  let acceptance: "none" | "sent" | "accepted" = "none";
  let invitation: Invitation | undefined;
  let earlierAcceptanceSince: number | undefined;
  let isSoughtElsewhere = false;
  return pollUntil<Received>(context, `share ${shareId}`, async () => {
    const askedAt = context.clock.now();
    const [[seen], all] = await Promise.all([received.now(shareId), invitations.now(shareId)]);
    const share = isExistingShare(seen) ? seen : undefined;
    // A list may be older than the one before it, and not show the invitation any more.
    invitation = chosen(all, invitationId) ?? invitation;
    if (senderAccountId !== undefined) assertSender(senderAccountId, share, invitation);
    if (acceptance === "sent" && invitation?.Status === "Accepted") {
      acceptance = "accepted";
      context.client.writes.record(shareId);
    }
    // A visible share is the success, also beside a Rejected or Expired invitation: another invitation or the resource directory shares it.
    // Only a Pending invitation is accepted first.
    const isOpen = invitation?.Status === "Pending" && acceptance !== "accepted";
    if (share !== undefined && !isOpen) return { value: { share, invitation } };
    if (!isSoughtElsewhere && askedAt >= Math.max(since + visibilityMs, currentFrom(context, shareId))) {
      isSoughtElsewhere = true;
      await assertNotOwn(context, shareId);
      await assertNotElsewhere(context, shareId, acceptance === "accepted");
    }
    if (all.length === 0 && askedAt >= offerEnd) throw await neverOfferedError(context, `share ${shareId}`, askedAt - since, "shareId");
    if (invitation === undefined) return { seen: `no invitation yet, ${restText({ clock: context.clock, deadline: offerEnd })}` };
    const step = nextStep(invitation.Status, acceptance === "accepted", askedAt >= currentFrom(context, shareId));
    if (step === "fail") throw endedError(invitation);
    if (step === "accept") {
      acceptance = "sent";
      await accept(context, invitation);
      acceptance = "accepted";
      context.client.writes.record(shareId);
    }
    if (acceptance !== "accepted") {
      // An earlier run has accepted the invitation. A new share would be visible by now, so this one was left or removed.
      earlierAcceptanceSince ??= context.clock.now();
      if (askedAt - earlierAcceptanceSince >= visibilityMs) throw leftError(invitation);
    }
    return { seen: "accepted, not visible yet" };
  });
}

/**
 * Returns what an acceptor does with an invitation while the share is not visible, or is visible beside an open invitation.
 *
 * @param isAccepted whether this run has accepted the invitation
 * @param isCurrent whether the status is at least as new as this run's acceptance
 */
function nextStep(status: InvitationStatus, isAccepted: boolean, isCurrent: boolean): "accept" | "wait" | "fail" {
  switch (status) {
    case "Pending":
      return isAccepted ? "wait" : "accept";
    case "AcceptFailed":
      // An earlier acceptance, perhaps one without an answer, has failed: its cause may be gone. Lists may still show that failure after
      // this run's acceptance.
      if (!isAccepted) return "accept";
      return isCurrent ? "fail" : "wait";
    case "Cancelled":
    case "Rejected":
    case "Expired":
      return "fail";
    default:
      return "wait";
  }
}

/** Throws when the share belongs to the account of the acceptor, which is never invited. */
export async function assertNotOwn(context: Context, shareId: string): Promise<void> {
  const [own] = await sharePollersOf(context.client, context.clock)
    .shares.now(shareId)
    .catch(() => []);
  if (!isExistingShare(own)) return;
  throw new WaitError(`share ${shareId} belongs to ${await accountText(context)} itself, which is never invited:`, [
    "name the account that is invited by the argument `account` or an explicit provider",
  ]);
}

/** The account is named for the reader only: a failure to find it must not hide the reason. */
async function accountText(context: Context): Promise<string> {
  const account = await context.client.callerAccount().catch(() => undefined);
  return account === undefined ? "this account" : `account ${account}`;
}

const neverOfferedAdvice = {
  invitationId:
    "check `invitationId`, `account` and `region`; the function listResourceShareInvitations returns the invitations of an account",
  shareId:
    "check the id, `account` and `region`, or ask the owner of the share to list this account among its `targets`, with `allowExternalTargets: true` where it is outside the directory",
};

async function neverOfferedError(
  context: Context,
  subject: string,
  elapsedMs: number,
  by: keyof typeof neverOfferedAdvice,
): Promise<WaitError> {
  return new WaitError(`${subject} was not offered to ${await accountText(context)}:`, [
    `no invitation arrived within ${Math.round(elapsedMs / 1000)} s, and nothing was accepted`,
    neverOfferedAdvice[by],
  ]);
}

/** Accepts an invitation, also one whose acceptance has failed before: its cause may be gone (assumption S-accept-again). */
async function accept(context: Context, invitation: Invitation): Promise<void> {
  const id = invitation.ResourceShareInvitationId;
  try {
    const { ResourceShareInvitation: answer } = await retryWhileInProgress(context, `accepting ${id}`, () =>
      context.client.call(AcceptResourceShareInvitation, { ResourceShareInvitationId: id }),
    );
    if (whyEnded[answer.Status] !== undefined) throw endedError(answer);
  } catch (error) {
    if (invitation.Status === "AcceptFailed" && failedWith(error, AcceptResourceShareInvitation, ...refusals))
      throw endedError(invitation, notAgain);
    // An earlier acceptance took effect, but its response was lost.
    if (!failedWith(error, AcceptResourceShareInvitation, "InvitationStatus.AlreadyAccepted")) throw error;
  }
}

/** The errors of an invitation that cannot be answered any more. */
const refusals = [
  "EntityNotExists.ResourceShareInvitation",
  "InvitationStatus.Expired",
  "InvitationStatus.AlreadyRejected",
  "InvitationStatus.AlreadyAccepted",
] as const;

function chosen(invitations: readonly Invitation[], id: string | undefined): Invitation | undefined {
  return id === undefined ? newest(invitations) : invitations.find(({ ResourceShareInvitationId }) => ResourceShareInvitationId === id);
}

function newest(invitations: readonly Invitation[]): Invitation | undefined {
  return invitations.reduce<Invitation | undefined>(
    (latest, other) => (latest === undefined || (other.CreateTime ?? "") >= (latest.CreateTime ?? "") ? other : latest),
    undefined,
  );
}

/** Throws unless the share and the invitation, as far as they exist, certainly come from the expected account. */
function assertSender(expected: string, share: ResourceShare | undefined, invitation: Invitation | undefined): void {
  const otherwise = "name that account if you trust it, or remove this resource";
  const effect = share === undefined ? "it is not accepted" : "this account has it already, and nothing was changed";
  const refuse = (reason: string) => InputError.of("senderAccountId", `${reason}, not from ${expected}: ${effect}; ${otherwise}`);
  const senders = [share?.ResourceShareOwner, invitation?.SenderAccountId].filter((sender) => sender !== undefined);
  const otherSender = senders.find((sender) => sender !== expected);
  const id = share?.ResourceShareId ?? invitation?.ResourceShareId;
  if (otherSender !== undefined) throw refuse(`${id} comes from account ${otherSender}`);
  if (id !== undefined && senders.length === 0) throw refuse(`${id} comes from an account that the service does not name`);
}

function leftError({ ResourceShareInvitationId: id }: Invitation): WaitError {
  return new WaitError(`invitation ${id} was accepted, and the share is not visible:`, [
    "this account has left it or its owner removed it",
    inviteAgain,
  ]);
}

function endedError(invitation: Invitation, advice = invitation.Status === "AcceptFailed" ? acceptsAgain : inviteAgain): WaitError {
  const details = [...(invitation.AcceptInvitationFailedDetails ?? []), ...(invitation.InvitationFailedDetails ?? [])].map((item) =>
    associationFailureText(item, item.ResourceType, item.ResourceId),
  );
  const why = whyEnded[invitation.Status] ?? "it cannot be accepted";
  return new WaitError(`invitation ${invitation.ResourceShareInvitationId} is ${invitation.Status}:`, [why, ...details, advice]);
}
