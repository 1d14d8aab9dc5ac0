import type { Invitation as InvitationView, InvitationFailure } from "../../provider/api/entities.ts";
import { failureFields } from "./associations.ts";
import type { Call, Handler } from "./handler.ts";
import { page, pageSize } from "./paging.ts";
import type { Failure, Invitation } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { invitationId, invitationIds, required, shareIds } from "./parameter-validation.ts";
import { accept, reject } from "../world/transitions.ts";

export const ListResourceShareInvitations: Handler<"ListResourceShareInvitations"> = (call) => {
  const shares = shareIds(call.request);
  const ids = invitationIds(call.request);
  const size = pageSize(call);
  const found = [...call.world.invitations.values()].filter(
    ({ id, share, receiver }) =>
      receiver === call.caller.id && (ids.length === 0 || ids.includes(id)) && (shares.length === 0 || shares.includes(share.id)),
  );
  const { records, ...rest } = page(call, found, size);
  return {
    ...rest,
    ResourceShareInvitations: records.map((invitation) => ({
      ...view(invitation),
      InvitationFailedDetails: invitation.failures.map(failureView),
    })),
  };
};

export const AcceptResourceShareInvitation: Handler<"AcceptResourceShareInvitation"> = (call) => {
  const invitation = openInvitation(call);
  accept(call.world, invitation);
  const AcceptInvitationFailedDetails = invitation.failures.map(failureView);
  return { ResourceShareInvitation: { ...view(invitation), AcceptInvitationFailedDetails } };
};

export const RejectResourceShareInvitation: Handler<"RejectResourceShareInvitation"> = (call) => {
  const invitation = openInvitation(call);
  reject(call.world, invitation);
  return { ResourceShareInvitation: view(invitation) };
};

function openInvitation(call: Call): Invitation {
  const id = invitationId(required(call.request, "ResourceShareInvitationId"));
  const invitation = call.world.invitations.get(id);
  if (!invitation || invitation.receiver !== call.caller.id) return throwInvitationNotFound(id);
  switch (invitation.status) {
    case "Pending":
      return invitation;
    case "Accepted":
      return throwServiceError("InvitationStatus.AlreadyAccepted", `The invitation ${id} has been accepted.`);
    case "Rejected":
      return throwServiceError("InvitationStatus.AlreadyRejected", `The invitation ${id} has been rejected.`);
    case "Expired":
      return throwServiceError("InvitationStatus.Expired", `The invitation ${id} has expired.`);
    case "Cancelled":
    case "AcceptFailed":
      return throwInvitationNotFound(id);
  }
}

function throwInvitationNotFound(id: string): never {
  return throwServiceError("EntityNotExists.ResourceShareInvitation", `The invitation ${id} does not exist in the current account.`);
}

function view(invitation: Invitation): InvitationView {
  return {
    ResourceShareInvitationId: invitation.id,
    ResourceShareId: invitation.share.id,
    ResourceShareName: invitation.share.name,
    SenderAccountId: invitation.sender,
    ReceiverAccountId: invitation.receiver,
    Status: invitation.status,
    CreateTime: invitation.createdAt,
  };
}

function failureView(failure: Failure): InvitationFailure {
  return { ...failureFields(failure), ResourceType: failure.entityType, ResourceId: failure.entityId };
}
