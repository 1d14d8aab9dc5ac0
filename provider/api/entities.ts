import { z } from "zod";

const time = () => z.string().optional().describe("ISO 8601 in UTC with milliseconds");

/** The states by which the provider decides: an answer with another one is refused (assumption S-statuses). */
export const shareStatuses = ["Active", "Pending", "Deleting", "Deleted"] as const;
export type ShareStatus = (typeof shareStatuses)[number];

export const associationStatuses = ["Associating", "Associated", "Failed", "Disassociating", "Disassociated"] as const;
export type AssociationStatus = (typeof associationStatuses)[number];

export const invitationStatuses = ["Pending", "Accepted", "Cancelled", "Rejected", "Expired", "AcceptFailed"] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** The documented states of a shared resource. They are shown only, so that others are accepted too. */
export const resourceStatuses = ["Available", "ZonalResourceInaccessible", "LimitExceeded", "Unavailable"] as const;
export type ResourceStatus = (typeof resourceStatuses)[number];

/** The kinds of a target (specification: Association record, failure items). */
export const targetKinds = ["ResourceDirectory", "Folder", "Account", "Service"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Returns the kind of a target from the format of its id; an id of no other kind is a service (assumption S-targetids). */
export function targetKind(id: string): TargetKind {
  if (id.startsWith("rd-") || id.startsWith("r-")) return "ResourceDirectory";
  if (id.startsWith("fd-")) return "Folder";
  return /^\d+$/.test(id) ? "Account" : "Service";
}

/** The side of a share that a request refers to: the account's own shares, or those of other accounts. */
export const owners = ["Self", "OtherAccounts"] as const;

/** Specification: Resources and their fields, Tag record. */
export const Tag = z.object({
  Key: z.string().describe("key of the tag"),
  Value: z.string().optional().describe("value of the tag"),
});
export type Tag = z.infer<typeof Tag>;

/** Specification: Resource share. */
export const ResourceShare = z.object({
  ResourceShareId: z.string().describe("identifier of the share"),
  ResourceShareName: z.string().optional().describe("name of the share"),
  ResourceShareOwner: z.string().optional().describe("account that owns the share"),
  ResourceShareStatus: z.enum(shareStatuses).describe("state of the share"),
  AllowExternalTargets: z.boolean().optional().describe("whether accounts outside the resource directory may be targets"),
  ResourceGroupId: z.string().optional().describe("resource group that the share is in"),
  Tags: z.array(Tag).optional().describe("tags of the share"),
  CreateTime: time(),
  UpdateTime: time(),
});
export type ResourceShare = z.infer<typeof ResourceShare>;

/**
 * Whether the record of a share is of one that exists: the only definition. A share with open invitations exists (assumption S-pending), one
 * that is being deleted does not (assumption S-deleted).
 */
export function isExistingShare(share: ResourceShare | undefined): share is ResourceShare {
  return share !== undefined && (share.ResourceShareStatus === "Active" || share.ResourceShareStatus === "Pending");
}

/** Why one entity of an association failed. Specification: Failure item. */
export const AssociationFailure = z.object({
  FailureReason: z
    .string()
    .optional()
    .describe("`Unavailable`, `LimitExceeded`, `ZonalResourceInaccessible`, `InternalError` or `UnsupportedOperation`"),
  FailureDescription: z.string().optional().describe("the reason in words"),
  OperationType: z.string().optional().describe("`Associate` or `Disassociate`"),
  ResourceArn: z.string().optional().describe("ARN of the failing resource"),
  EntityType: z.string().optional().describe("type of the failing entity"),
  EntityId: z.string().optional().describe("id of the failing entity"),
  Status: z.string().optional().describe("older name of FailureReason"),
  StatusMessage: z.string().optional().describe("older name of FailureDescription"),
  AssociateType: z.string().optional().describe("older name of OperationType"),
});
export type AssociationFailure = z.infer<typeof AssociationFailure>;

/** Specification: Association record. */
export const Association = z.object({
  ResourceShareId: z.string().describe("share of the association"),
  ResourceShareName: z.string().optional().describe("name of the share"),
  AssociationType: z.enum(["Resource", "Target"]).describe("what is associated: a resource or a target"),
  AssociationStatus: z.enum(associationStatuses).describe("state of the association"),
  AssociationStatusMessage: z.string().optional().describe("cause of a failure"),
  EntityType: z.string().optional().describe("type of the resource, or kind of the target"),
  EntityId: z.string().describe("id of the resource or of the target"),
  ResourceArn: z.string().optional().describe("ARN of the resource"),
  TargetProperty: z.string().optional().describe("JSON text of the target's property; services only"),
  ResourceProperty: z.string().optional().describe("JSON text of the resource's property"),
  External: z.boolean().optional().describe("whether the target is outside the resource directory"),
  AssociationFailedDetails: z.array(AssociationFailure).optional().describe("the failures, one for each entity"),
  CreateTime: time(),
  UpdateTime: time(),
});
export type Association = z.infer<typeof Association>;

/** Specification: Shared resource. */
export const SharedResource = z.object({
  ResourceShareId: z.string().describe("share that shares the resource"),
  ResourceId: z.string().describe("id of the resource"),
  ResourceArn: z.string().optional().describe("ARN of the resource"),
  ResourceType: z.string().optional().describe("type of the resource"),
  ResourceStatus: z.string().meta({ vocabulary: "ResourceStatus" }).optional().describe("state of the resource; with `OtherAccounts` only"),
  ResourceStatusMessage: z.string().optional().describe("cause of a failure"),
  CreateTime: time(),
  UpdateTime: time(),
});
export type SharedResource = z.infer<typeof SharedResource>;

/** Specification: Shared target. */
export const SharedTarget = z.object({
  TargetId: z.string().describe("id of the target, or of the resource owner with `OtherAccounts`"),
  ResourceShareId: z.string().describe("share that reaches the target"),
  External: z.boolean().optional().describe("whether the target is outside the resource directory"),
  TargetProperty: z.string().optional().describe("JSON text of the target's property; services only"),
  CreateTime: time(),
  UpdateTime: time(),
});
export type SharedTarget = z.infer<typeof SharedTarget>;

/** Why one resource of an invitation failed. Specification: Invitation. */
export const InvitationFailure = z.object({
  FailureReason: z.string().optional().describe("why it failed"),
  FailureDescription: z.string().optional().describe("the reason in words"),
  OperationType: z.string().optional().describe("`Associate` or `Disassociate`"),
  ResourceArn: z.string().optional().describe("ARN of the failing resource"),
  ResourceType: z.string().optional().describe("type of the failing resource"),
  ResourceId: z.string().optional().describe("id of the failing resource"),
  Status: z.string().optional().describe("older name of FailureReason"),
  StatusMessage: z.string().optional().describe("older name of FailureDescription"),
  AssociateType: z.string().optional().describe("older name of OperationType"),
});
export type InvitationFailure = z.infer<typeof InvitationFailure>;

/** Specification: Invitation. */
export const Invitation = z.object({
  ResourceShareInvitationId: z.string().describe("identifier of the invitation"),
  ResourceShareId: z.string().describe("share that is offered"),
  ResourceShareName: z.string().optional().describe("name of the share"),
  SenderAccountId: z.string().optional().describe("account that invites"),
  ReceiverAccountId: z.string().optional().describe("account that is invited"),
  Status: z.enum(invitationStatuses).describe("state of the invitation"),
  CreateTime: time(),
  InvitationFailedDetails: z.array(InvitationFailure).optional().describe("the failures; in lists only"),
  AcceptInvitationFailedDetails: z.array(InvitationFailure).optional().describe("the failures; in the response to an acceptance only"),
});
export type Invitation = z.infer<typeof Invitation>;

/** Specification: Permission. */
export const Permission = z.object({
  PermissionName: z.string().describe("name of the permission"),
  PermissionVersion: z.string().optional().describe("label of the version"),
  DefaultVersion: z.boolean().optional().describe("whether this is the default version of the permission"),
  DefaultPermission: z.boolean().optional().describe("whether this is the default permission of its resource type"),
  ResourceType: z.string().optional().describe("resource type that the permission is for"),
  Permission: z.string().optional().describe("policy text; returned by GetPermission only"),
  CreateTime: time(),
  UpdateTime: time(),
});
export type Permission = z.infer<typeof Permission>;

/** Specification: Region. */
export const Region = z.object({
  RegionId: z.string().describe("id of the region"),
  LocalName: z.string().optional().describe("name of the region in the requested language"),
  RegionEndpoint: z.string().optional().describe("host of the service in the region"),
});
export type Region = z.infer<typeof Region>;

/** Specification: Tag record. */
export const TagRecord = z.object({
  ResourceId: z.string().describe("share that has the tag"),
  ResourceType: z.string().optional().describe("always `ResourceShare`"),
  TagKey: z.string().describe("key of the tag"),
  TagValue: z.string().optional().describe("value of the tag"),
});
export type TagRecord = z.infer<typeof TagRecord>;
