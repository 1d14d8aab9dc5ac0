import * as associations from "./associations.ts";
import * as directory from "./directory.ts";
import * as invitations from "./invitations.ts";
import * as permissions from "./permissions.ts";
import * as regions from "./regions.ts";
import * as shares from "./shares.ts";
import * as tags from "./tags.ts";

/** The 25 operations of the Resource Sharing API, in the specification's order. */
export const sharing = {
  EnableSharingWithResourceDirectory: directory.EnableSharingWithResourceDirectory,
  CheckSharingWithResourceDirectoryStatus: directory.CheckSharingWithResourceDirectoryStatus,
  CreateResourceShare: shares.CreateResourceShare,
  UpdateResourceShare: shares.UpdateResourceShare,
  DeleteResourceShare: shares.DeleteResourceShare,
  ListResourceShares: shares.ListResourceShares,
  ChangeResourceGroup: shares.ChangeResourceGroup,
  DescribeRegions: regions.DescribeRegions,
  AssociateResourceShare: associations.AssociateResourceShare,
  DisassociateResourceShare: associations.DisassociateResourceShare,
  ListResourceShareAssociations: associations.ListResourceShareAssociations,
  ListSharedResources: associations.ListSharedResources,
  ListSharedTargets: associations.ListSharedTargets,
  ListResourceShareInvitations: invitations.ListResourceShareInvitations,
  AcceptResourceShareInvitation: invitations.AcceptResourceShareInvitation,
  RejectResourceShareInvitation: invitations.RejectResourceShareInvitation,
  AssociateResourceSharePermission: permissions.AssociateResourceSharePermission,
  DisassociateResourceSharePermission: permissions.DisassociateResourceSharePermission,
  ListResourceSharePermissions: permissions.ListResourceSharePermissions,
  GetPermission: permissions.GetPermission,
  ListPermissionVersions: permissions.ListPermissionVersions,
  ListPermissions: permissions.ListPermissions,
  ListTagResources: tags.ListTagResources,
  UntagResources: tags.UntagResources,
  TagResources: tags.TagResources,
} as const;

export type SharingOperations = typeof sharing;
