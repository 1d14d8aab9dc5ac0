import type { Invitation, InvitationStatus } from "../api/entities.ts";
import { AcceptResourceShareInvitation, ListResourceShareInvitations, RejectResourceShareInvitation } from "../api/invitations.ts";
import { failedWith } from "../api/error-codes.ts";
import type { Client } from "../client/client.ts";

type Code = "InvitationStatus.AlreadyAccepted" | "InvitationStatus.AlreadyRejected";

/**
 * Returns a handler for the error that an invitation has the desired status already.
 * Another run, or an attempt whose response was lost, has set it. Only the error decides: a list may still show the old status.
 */
export function alreadyAnswered(status: InvitationStatus, code: Code) {
  return async (
    client: Client,
    { ResourceShareInvitationId: id }: { readonly ResourceShareInvitationId: string },
    error: unknown,
  ): Promise<{ ResourceShareInvitation: Invitation }> => {
    const isAnswered = failedWith(error, AcceptResourceShareInvitation, code) || failedWith(error, RejectResourceShareInvitation, code);
    const [found] = isAnswered ? await invitations(client, id) : [];
    if (found === undefined) throw error;
    return { ResourceShareInvitation: { ...found, Status: status } };
  };
}

function invitations(client: Client, id: string): Promise<Invitation[]> {
  return client.all(ListResourceShareInvitations, { ResourceShareInvitationIds: [id] }, (page) => page.ResourceShareInvitations);
}
