import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { Association, associationStatuses, owners, SharedResource, SharedTarget } from "./entities.ts";
import {
  entities,
  owner,
  paging,
  pagingErrors,
  properties,
  requestId,
  resourceType,
  shareId,
  shareIds,
  shareIdsErrors,
} from "./parameters.ts";

const define = chapter("associations");

/** The error codes of the three lists of entities: resources, ARNs and targets. */
export const entityErrors = [
  "InvalidParameter.Resources",
  "InvalidParameter.Resources.Duplicate",
  "InvalidParameter.Resources.Length",
  "InvalidParameter.Targets",
  "InvalidParameter.Targets.Duplicate",
  "InvalidParameter.Targets.Length",
  "InvalidParameter.ResourceArns",
  "InvalidParameter.ResourceArns.Duplicate",
  "InvalidParameter.ResourceArns.Length",
  "InvalidParameter.ResourceConflict",
  "NotSupport.ResourceType.ResourcesParameter",
  "InvalidParameter.ResourceType",
  "AccountNotInResourceDirectory",
] as const;

/** The additional error codes of the operations that associate entities: Create and Associate. */
export const associationErrors = [
  "InvalidParameter.PermissionNames",
  "InvalidParameter.PermissionNames.Duplicate",
  "InvalidParameter.PermissionNames.Length",
  "InvalidParameter.TargetProperties",
  "InvalidParameter.TargetProperties.Duplicate",
  "InvalidParameter.TargetProperties.Length",
  "InvalidParameter.ResourceProperties",
  "InvalidParameter.ResourceProperties.Duplicate",
  "InvalidParameter.ResourceProperties.Length",
  "NotSupport.ResourceProperty",
  "InvalidTarget",
  "EntityNotExists.Permission",
  "NotEnableSharingWithResourceDirectory",
  "QuotaExceeded.SharedResource.Count",
  "QuotaExceeded.PendingInvitations",
  "ShareWithYourself",
  "NotManagementAccount",
  "InvalidTarget.LegalEntityMismatch",
  "InvalidTarget.SiteMismatch",
  "ExternalTargetsNotAllowed.ResourceType",
] as const;

/** The error codes of operations that change an existing share. */
const shareErrors = [
  "MissingParameter.ResourceShareId",
  "InvalidParameter.ResourceShareId",
  "EntityNotExists.ResourceShare",
  "ResourceShareStatusMismatchAction",
  "ResourceAndTargetBothEmpty",
] as const;

const records = z.object({
  ResourceShareAssociations: z.array(Association).optional().describe("the associations"),
  RequestId: requestId,
});
const nextToken = { NextToken: z.string().optional() };

/** Specification: AssociateResourceShare. */
export const AssociateResourceShare = define("AssociateResourceShare", {
  summary: "Adds resources and targets to a share.",
  request: z.object({ ResourceShareId: shareId, ...entities, ...properties }),
  response: records,
  errors: [...shareErrors, ...entityErrors, ...associationErrors, "NotSupport.ResourcePropertyConflict", "AssociateConflict"],
  idempotent: false,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(10),
});

/** Specification: DisassociateResourceShare. */
export const DisassociateResourceShare = define("DisassociateResourceShare", {
  summary: "Removes resources and targets from a share, or leaves a share.",
  request: z.object({
    ResourceShareId: shareId,
    ...entities,
    ResourceOwner: z
      .enum(owners)
      .optional()
      .describe("`Self` (default): the owner removes entities; `OtherAccounts`: a receiver leaves the share"),
  }),
  response: records,
  errors: [
    ...shareErrors,
    ...entityErrors,
    "InvalidParameter.ResourceOwner",
    "DisassociateInvalid",
    "DisassociateConflict",
    "LeavingFailed.Account",
    "LeavingFailed.ResourceType",
    "ExternalTargetWithdrawConflict",
  ],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(10),
});

/** Specification: ListResourceShareAssociations. */
export const ListResourceShareAssociations = define("ListResourceShareAssociations", {
  summary: "The association records of this account's shares: of resources or of targets.",
  request: z.object({
    AssociationType: z.enum(["Resource", "Target"]).describe("which associations: those of resources or those of targets"),
    ResourceShareIds: shareIds,
    ResourceId: z.string().optional().describe("id of a resource; only with `Resource`, not with ResourceArn"),
    ResourceArn: z.string().optional().describe("ARN of a resource; only with `Resource`, not with ResourceId"),
    Target: z.string().optional().describe("id of a target; only with `Target`"),
    AssociationStatus: z.enum(associationStatuses).optional().describe("state of the association"),
    ...paging,
  }),
  response: records.extend(nextToken),
  errors: [
    "MissingParameter.AssociationType",
    "InvalidParameter.AssociationType",
    "InvalidParameter.AssociationStatus",
    "InvalidParameter.Target",
    "InvalidParameter.ResourceId",
    "InvalidParameter.ResourceArn",
    "InvalidParameter.ResourceConflict",
    "ConflictedAssociationType",
    ...shareIdsErrors,
    ...pagingErrors,
  ],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "ResourceShareAssociations",
});

/** Specification: ListSharedResources. */
export const ListSharedResources = define("ListSharedResources", {
  summary: "The resources that this account shares, or that others share with it.",
  request: z.object({
    ResourceOwner: owner,
    ResourceType: resourceType.optional().describe("type of the resources"),
    Target: z.string().optional().describe("id of a target with `Self`, id of a resource owner with `OtherAccounts`"),
    ResourceShareIds: shareIds,
    ResourceIds: shareIds.describe("ids of up to 5 resources; cannot be combined with ResourceArns"),
    ResourceArns: shareIds.describe("ARNs of up to 5 resources; cannot be combined with ResourceIds"),
    ...paging,
  }),
  response: z.object({
    ...nextToken,
    SharedResources: z.array(SharedResource).optional().describe("the resources"),
    RequestId: requestId,
  }),
  errors: [
    "MissingParameter.ResourceOwner",
    "InvalidParameter.ResourceOwner",
    "InvalidParameter.ResourceType",
    "InvalidParameter.Target",
    "InvalidParameter.ResourceIds",
    "InvalidParameter.ResourceIds.Duplicate",
    "InvalidParameter.ResourceIds.Length",
    "InvalidParameter.ResourceArns",
    "InvalidParameter.ResourceArns.Duplicate",
    "InvalidParameter.ResourceArns.Length",
    "InvalidParameter.ResourceConflict",
    "NotSupport.ResourceType.ResourcesParameter",
    ...shareIdsErrors,
    ...pagingErrors,
  ],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "SharedResources",
});

/** Specification: ListSharedTargets. */
export const ListSharedTargets = define("ListSharedTargets", {
  summary: "The targets that this account's shares reach, or the owners that share with it.",
  request: z.object({
    ResourceOwner: owner,
    ResourceType: resourceType.optional().describe("type of the resources that reach the target"),
    ResourceId: z.string().optional().describe("id of a resource; cannot be combined with ResourceArn"),
    ResourceArn: z.string().optional().describe("ARN of a resource; cannot be combined with ResourceId"),
    ResourceShareIds: shareIds,
    Targets: shareIds.describe("ids of up to 5 targets"),
    ...paging,
  }),
  response: z.object({
    ...nextToken,
    SharedTargets: z.array(SharedTarget).optional().describe("the targets"),
    RequestId: requestId,
  }),
  errors: [
    "MissingParameter.ResourceOwner",
    "InvalidParameter.ResourceOwner",
    "InvalidParameter.ResourceType",
    "InvalidParameter.Targets",
    "InvalidParameter.Targets.Duplicate",
    "InvalidParameter.Targets.Length",
    "InvalidParameter.ResourceId",
    "InvalidParameter.ResourceArn",
    "InvalidParameter.ResourceConflict",
    ...shareIdsErrors,
    ...pagingErrors,
  ],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "SharedTargets",
});
