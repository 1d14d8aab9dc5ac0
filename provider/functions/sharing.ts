import { sharing } from "../api/operations.ts";
import { taggedType } from "../api/tags.ts";
import { declareFunction } from "./declare.ts";
import { alreadyAnswered } from "./invitation.ts";

/** Every read operation of the Resource Sharing API, and the operations that accept or reject an invitation (specification: Endpoints). */
export const sharingFunctions = [
  declareFunction(sharing.CheckSharingWithResourceDirectoryStatus, "Whether sharing inside the resource directory is enabled."),
  declareFunction(sharing.ListResourceShares, "The shares that this account owns, or that others share with it."),
  declareFunction(sharing.DescribeRegions, "The regions of the service and their endpoints."),
  declareFunction(sharing.ListResourceShareAssociations, "The association records of this account's shares: of resources or of targets."),
  declareFunction(sharing.ListSharedResources, "The resources that this account shares, or that others share with it."),
  declareFunction(sharing.ListSharedTargets, "The targets that this account's shares reach, or the owners that share with it."),
  declareFunction(sharing.ListResourceShareInvitations, "The invitations that this account has received."),
  declareFunction(sharing.ListResourceSharePermissions, "The permissions that a share bears."),
  declareFunction(sharing.GetPermission, "One permission, with its policy text."),
  declareFunction(sharing.ListPermissionVersions, "The versions of a permission."),
  declareFunction(sharing.ListPermissions, "The permission library, or its part for one resource type."),
  declareFunction(sharing.ListTagResources, "The tags of shares.", {
    defaults: { ResourceType: () => taggedType, RegionId: ({ region }) => region },
  }),
  declareFunction(sharing.AcceptResourceShareInvitation, "Accepts an invitation to a share; one that is accepted already stays so.", {
    recover: alreadyAnswered("Accepted", "InvitationStatus.AlreadyAccepted"),
  }),
  declareFunction(sharing.RejectResourceShareInvitation, "Rejects an invitation to a share; one that is rejected already stays so.", {
    recover: alreadyAnswered("Rejected", "InvitationStatus.AlreadyRejected"),
  }),
];
