import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { Invitation } from "./entities.ts";
import { paging, pagingErrors, requestId, shareIds, shareIdsErrors } from "./parameters.ts";

const define = chapter("invitations");

const one = z.object({ ResourceShareInvitation: Invitation, RequestId: requestId });
const request = z.object({ ResourceShareInvitationId: z.string().min(1).describe("id of the invitation") });
const errors = [
  "MissingParameter.ResourceShareInvitationId",
  "InvalidParameter.ResourceShareInvitationId",
  "InvitationStatus.Expired",
  "InvitationStatus.AlreadyRejected",
  "InvitationStatus.AlreadyAccepted",
  "EntityNotExists.ResourceShareInvitation",
] as const;

/** Specification: ListResourceShareInvitations. */
export const ListResourceShareInvitations = define("ListResourceShareInvitations", {
  summary: "The invitations that this account has received.",
  request: z.object({
    ResourceShareIds: shareIds,
    ResourceShareInvitationIds: shareIds.describe("ids of up to 5 invitations"),
    ...paging,
  }),
  response: z.object({
    NextToken: z.string().optional(),
    ResourceShareInvitations: z.array(Invitation).optional().describe("the invitations"),
    RequestId: requestId,
  }),
  errors: [
    "InvalidParameter.ResourceShareInvitationIds",
    "InvalidParameter.ResourceShareInvitationIds.Duplicate",
    "InvalidParameter.ResourceShareInvitationIds.Length",
    ...shareIdsErrors,
    ...pagingErrors,
  ],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "ResourceShareInvitations",
});

/** Specification: AcceptResourceShareInvitation. A second acceptance returns `InvitationStatus.AlreadyAccepted`. */
export const AcceptResourceShareInvitation = define("AcceptResourceShareInvitation", {
  summary: "Accepts an invitation to a share; one that is accepted already stays so.",
  request,
  response: one,
  errors,
  idempotent: true,
  reads: false,
  // The request names an invitation, and no share: `accept-invitation.ts` records the share.
  writesTo: {},
  limit: perSecond(10),
});

/** Specification: RejectResourceShareInvitation. A second rejection returns `InvitationStatus.AlreadyRejected`. */
export const RejectResourceShareInvitation = define("RejectResourceShareInvitation", {
  summary: "Rejects an invitation to a share; one that is rejected already stays so.",
  request,
  response: one,
  errors,
  idempotent: true,
  reads: false,
  // The request names an invitation, and no share. No resource rejects one.
  writesTo: {},
  limit: perSecond(10),
});
