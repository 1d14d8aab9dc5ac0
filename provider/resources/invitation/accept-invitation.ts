import { type Invitation, type InvitationStatus, isExistingShare, type ResourceShare } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import { AcceptResourceShareInvitation } from "../../api/invitations.ts";
import { isAmbiguous } from "../../client/errors/failures.ts";
import { inviteAgain } from "../../client/errors/refusal-advice.ts";
import { InputError, WaitError } from "../../kernel/errors.ts";
import { currentFrom, visibilityMs } from "../../lifecycle/freshness.ts";
import { restText } from "../../lifecycle/progress.ts";
import { pollUntil, retryWhileInProgress } from "../../lifecycle/retry-until.ts";
import type { PollResult } from "../../lifecycle/polling/wait.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { sharePollersOf } from "../share-pollers.ts";
import { assertNotOwn, chosen, neverOfferedError, offerEndOf, offerMs } from "./listed-invitations.ts";
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

/** A received share, and the invitation to it if there is one. */
export interface Received {
  readonly share: ResourceShare;
  readonly invitation: Invitation | undefined;
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
export function acceptOpen(context: Context, shareId: string, request: AcceptRequest): Promise<Received> {
  const acceptance = new Acceptance(context, shareId, request);
  return pollUntil<Received>(context, `share ${shareId}`, () => acceptance.poll());
}

/** The acceptance of one share, from poll to poll. */
class Acceptance {
  readonly #context: Context;
  readonly #shareId: string;
  readonly #request: AcceptRequest;
  readonly #startedAt: number;
  /** `sent`: this run has sent an acceptance and has no answer, so that it may have taken effect. */
  #progress: "none" | "sent" | "accepted" = "none";
  /** The newest invitation that was listed. */
  #invitation: Invitation | undefined;
  /** Since when an acceptance of an earlier run is known. */
  #acceptedEarlierSince: number | undefined;
  #isSoughtElsewhere = false;

  constructor(context: Context, shareId: string, request: AcceptRequest) {
    this.#context = context;
    this.#shareId = shareId;
    this.#request = request;
    this.#startedAt = context.clock.now();
  }

  async poll(): Promise<PollResult<Received>> {
    const { clock, client } = this.#context;
    const { invitationId, senderAccountId } = this.#request;
    const { received, invitations } = sharePollersOf(client, clock);
    const askedAt = clock.now();
    const [[seen], all] = await Promise.all([received.now(this.#shareId), invitations.now(this.#shareId)]);
    const share = isExistingShare(seen) ? seen : undefined;
    // A list may be older than the one before it, and not show the invitation any more.
    const invitation = chosen(all, invitationId) ?? this.#invitation;
    this.#invitation = invitation;
    if (senderAccountId !== undefined) assertSender(senderAccountId, share, invitation);
    if (this.#progress === "sent" && invitation?.Status === "Accepted") this.#recordAcceptance();
    // A visible share is the success, also beside a Rejected or Expired invitation: another invitation or the resource directory shares it.
    // Only a Pending invitation is accepted first.
    const isOpen = invitation?.Status === "Pending" && this.#progress !== "accepted";
    if (share !== undefined && !isOpen) return { value: { share, invitation } };
    await this.#assertHere(askedAt);
    const offerEnd = offerEndOf(this.#context, this.#startedAt);
    if (invitation === undefined && askedAt >= offerEnd)
      throw await neverOfferedError(this.#context, `share ${this.#shareId}`, askedAt - this.#startedAt, "shareId");
    if (invitation === undefined) return { seen: `no invitation yet, ${restText({ clock, deadline: offerEnd })}` };
    return { seen: await this.#proceed(invitation, askedAt) };
  }

  /** Throws, once a read is current, when the share belongs to this account or is visible in another region. */
  async #assertHere(askedAt: number): Promise<void> {
    if (this.#isSoughtElsewhere || askedAt < Math.max(this.#startedAt + visibilityMs, this.#currentFrom())) return;
    this.#isSoughtElsewhere = true;
    await assertNotOwn(this.#context, this.#shareId);
    await assertNotElsewhere(this.#context, this.#shareId, this.#progress === "accepted");
  }

  /** Accepts the invitation if that is the next step, and returns what is waited for; throws when it cannot lead to the share any more. */
  async #proceed(invitation: Invitation, askedAt: number): Promise<string> {
    const { clock } = this.#context;
    const step = nextStep(invitation.Status, this.#progress === "accepted", askedAt >= this.#currentFrom());
    if (step === "fail") throw endedError(invitation);
    if (step === "accept") {
      this.#progress = "sent";
      await accept(this.#context, invitation);
      this.#recordAcceptance();
    }
    if (this.#progress === "accepted") return "accepted, not visible yet";
    if (invitation.Status !== "Accepted") return `${invitation.Status}, and no newer invitation yet`;
    // Another run has accepted the invitation, perhaps a moment ago. Otherwise, the share was left or removed.
    this.#acceptedEarlierSince ??= clock.now();
    if (askedAt - this.#acceptedEarlierSince >= offerMs) throw leftError(invitation, askedAt - this.#acceptedEarlierSince);
    return `accepted, not visible yet, ${restText({ clock, deadline: this.#acceptedEarlierSince + offerMs })}`;
  }

  #recordAcceptance(): void {
    this.#progress = "accepted";
    this.#context.client.writes.record(this.#shareId);
  }

  #currentFrom(): number {
    return currentFrom(this.#context, this.#shareId);
  }
}

/**
 * Returns what an acceptor does with an invitation while the share is not visible, or is visible beside an open invitation.
 *
 * @param isAccepted whether this run has accepted the invitation
 * @param isCurrent whether the list is current; an older one may lack the newest invitation, or this run's acceptance
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
      return isCurrent ? "fail" : "wait";
    default:
      return "wait";
  }
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
    const isFailed = invitation.Status === "AcceptFailed";
    // An earlier acceptance took effect, but its response was lost. After AcceptFailed, a clear AlreadyAccepted means that the service does not
    // take the acceptance again.
    if (failedWith(error, AcceptResourceShareInvitation, "InvitationStatus.AlreadyAccepted") && (!isFailed || isAmbiguous(error))) return;
    if (isFailed && failedWith(error, AcceptResourceShareInvitation, ...refusals)) throw endedError(invitation, notAgain);
    throw error;
  }
}

/** The errors of an invitation that cannot be answered any more. */
const refusals = [
  "EntityNotExists.ResourceShareInvitation",
  "InvitationStatus.Expired",
  "InvitationStatus.AlreadyRejected",
  "InvitationStatus.AlreadyAccepted",
] as const;

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

function leftError({ ResourceShareInvitationId: id }: Invitation, elapsedMs: number): WaitError {
  return new WaitError(`invitation ${id} was accepted, and the share is not visible after ${Math.round(elapsedMs / 1000)} s:`, [
    "this account has left it, its owner removed it, or the acceptance still runs",
    `if the owner still lists this account, ${inviteAgain}; otherwise remove the InvitationAcceptor`,
  ]);
}

function endedError(invitation: Invitation, advice = invitation.Status === "AcceptFailed" ? acceptsAgain : inviteAgain): WaitError {
  const details = [...(invitation.AcceptInvitationFailedDetails ?? []), ...(invitation.InvitationFailedDetails ?? [])].map((item) =>
    associationFailureText(item, item.ResourceType, item.ResourceId),
  );
  const why = whyEnded[invitation.Status] ?? "it cannot be accepted";
  return new WaitError(`invitation ${invitation.ResourceShareInvitationId} is ${invitation.Status}:`, [why, ...details, advice]);
}
