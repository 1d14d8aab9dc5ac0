import type { Invitation, InvitationStatus } from "../api/entities.ts";
import { failedWith } from "../api/error-codes.ts";
import { sharing } from "../api/operations.ts";
import { taggedType } from "../api/tags.ts";
import type { Client } from "../client/client.ts";
import type { Operation } from "../wire/operation.ts";
import { declareFunction } from "./declare.ts";

/** The functions of operations that change something, and of those that need options. */
const special = [
  declareFunction(sharing.ListTagResources, { defaults: { ResourceType: () => taggedType, RegionId: ({ region }) => region } }),
  declareFunction(sharing.AcceptResourceShareInvitation, { recover: alreadyAnswered("Accepted", "InvitationStatus.AlreadyAccepted") }),
  declareFunction(sharing.RejectResourceShareInvitation, { recover: alreadyAnswered("Rejected", "InvitationStatus.AlreadyRejected") }),
];

const operations: readonly Operation[] = Object.values(sharing);
const others = operations.filter(({ name, reads }) => reads && !special.some(({ operation }) => operation === name));

/** Every read operation of the Resource Sharing API, and the operations that accept or reject an invitation (specification: Endpoints). */
export const sharingFunctions = [...others.map((operation) => declareFunction(operation)), ...special];

type AnsweredCode = "InvitationStatus.AlreadyAccepted" | "InvitationStatus.AlreadyRejected";

/**
 * Returns a handler for the error that an invitation has the desired status already.
 * Another run, or an attempt whose response was lost, has set it. Only the error decides: a list may still show the old status.
 */
function alreadyAnswered(status: InvitationStatus, code: AnsweredCode) {
  return async (
    client: Client,
    { ResourceShareInvitationId: id }: { readonly ResourceShareInvitationId: string },
    error: unknown,
  ): Promise<{ ResourceShareInvitation: Invitation }> => {
    const isAnswered =
      failedWith(error, sharing.AcceptResourceShareInvitation, code) || failedWith(error, sharing.RejectResourceShareInvitation, code);
    const [found] = isAnswered ? await invitations(client, id) : [];
    if (found === undefined) throw error;
    return { ResourceShareInvitation: { ...found, Status: status } };
  };
}

function invitations(client: Client, id: string): Promise<Invitation[]> {
  return client.all(sharing.ListResourceShareInvitations, { ResourceShareInvitationIds: [id] }, (page) => page.ResourceShareInvitations);
}
