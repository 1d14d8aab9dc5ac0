import { type Invitation, isExistingShare } from "../../api/entities.ts";
import { failedWith } from "../../api/error-codes.ts";
import { ListResourceShareInvitations } from "../../api/invitations.ts";
import { UnsettledError, WaitError } from "../../kernel/errors.ts";
import { pollUntil } from "../../lifecycle/retry-until.ts";
import type { Context } from "../../lifecycle/resource.ts";
import { sharePollersOf } from "../share-pollers.ts";

/**
 * How long an acceptor waits while no invitation is listed, in milliseconds: the same program may create the share a moment later, and
 * lists lag (assumption S-visibility). After that, the id or the account is wrong, or the owner has not listed the account.
 * It waits as long for a share that another run has accepted.
 */
export const offerMs = 60_000;

/** Returns until when an acceptor waits for an invitation, in the clock's milliseconds. */
export function offerEndOf({ deadline }: Pick<Context, "deadline">, since: number): number {
  return Math.min(since + offerMs, deadline);
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
  const offerEnd = offerEndOf(context, since);
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

/** Returns the invitation with the id; without an id the newest one. */
export function chosen(invitations: readonly Invitation[], id: string | undefined): Invitation | undefined {
  return id === undefined ? newest(invitations) : invitations.find(({ ResourceShareInvitationId }) => ResourceShareInvitationId === id);
}

function newest(invitations: readonly Invitation[]): Invitation | undefined {
  return invitations.reduce<Invitation | undefined>(
    (latest, other) => (latest === undefined || (other.CreateTime ?? "") >= (latest.CreateTime ?? "") ? other : latest),
    undefined,
  );
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

/** Returns the error of an invitation that did not arrive. */
export async function neverOfferedError(
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
