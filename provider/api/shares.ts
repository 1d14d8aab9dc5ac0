import { z } from "zod";
import { associationErrors, entityErrors } from "./associations.ts";
import { chapter, perSecond } from "./define.ts";
import { ResourceShare, shareStatuses } from "./entities.ts";
import {
  done,
  entities,
  owner,
  paging,
  pagingErrors,
  properties,
  requestId,
  shareId,
  shareIds,
  shareIdsErrors,
  shareName,
  tags,
} from "./parameters.ts";
import { withVocabulary } from "./vocabulary.ts";

const define = chapter("shares");

const groupId = z.string().optional().describe("id of the resource group");
const oneShare = z.object({ ResourceShare, RequestId: requestId });

/** Specification: CreateResourceShare. */
export const CreateResourceShare = define("CreateResourceShare", {
  summary: "Creates a share.",
  request: z.object({
    ResourceShareName: shareName,
    ...entities,
    ...properties,
    AllowExternalTargets: z
      .boolean()
      .optional()
      .describe("whether accounts outside the resource directory may be targets; `false` when absent"),
    ResourceGroupId: groupId,
    Tag: tags,
  }),
  response: oneShare,
  errors: [
    "MissingParameter.ResourceShareName",
    "InvalidParameter.ResourceShareName",
    "InvalidParameter.ResourceShareName.Length",
    ...entityErrors,
    ...associationErrors,
    "QuotaExceeded.ResourceShare.Count",
    "EntityAlreadyExists.ResourceShare",
    "NotSupport.Service.ExistInOtherResourceShare",
    "NotSupport.Service.AssociateConflict",
  ],
  idempotent: false,
  reads: false,
  writesTo: { response: ["ResourceShare", "ResourceShareId"] },
  limit: perSecond(10),
});

/** Specification: UpdateResourceShare. */
export const UpdateResourceShare = define("UpdateResourceShare", {
  summary: "Changes the name of a share, and whether it admits external targets.",
  request: z.object({
    ResourceShareId: shareId,
    ResourceShareName: shareName,
    AllowExternalTargets: z.boolean().optional().describe("whether accounts outside the resource directory may be targets"),
  }),
  response: oneShare,
  errors: [
    "MissingParameter.ResourceShareId",
    "MissingParameter.ResourceShareName",
    "InvalidParameter.ResourceShareId",
    "InvalidParameter.ResourceShareName",
    "InvalidParameter.ResourceShareName.Length",
    "EntityNotExists.ResourceShare",
    "ResourceShareStatusMismatchAction",
    "OperationNotPermitted",
    "NotSupport.AllowExternalTargets",
  ],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(10),
});

/** Specification: DeleteResourceShare. */
export const DeleteResourceShare = define("DeleteResourceShare", {
  summary: "Deletes a share.",
  request: z.object({ ResourceShareId: shareId }),
  response: done,
  errors: [
    "MissingParameter.ResourceShareId",
    "InvalidParameter.ResourceShareId",
    "EntityNotExists.ResourceShare",
    "ResourceShareStatusMismatchAction",
    "DeleteResourceShareConflict",
  ],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(10),
});

/** Specification: ListResourceShares. */
export const ListResourceShares = define("ListResourceShares", {
  summary: "The shares that this account owns, or that others share with it.",
  request: z.object({
    ResourceOwner: owner,
    ResourceShareName: z.string().optional().describe("name of the share"),
    ResourceShareStatus: z
      .enum(shareStatuses)
      .optional()
      .describe(
        "state of the share; without it, shares that were deleted lately are listed too, and `Active` leaves out shares with open invitations",
      ),
    ResourceShareIds: shareIds,
    PermissionName: withVocabulary(z.string(), "PermissionName").optional().describe("name of a permission that the share has"),
    ResourceGroupId: groupId,
    Tag: tags.describe("up to 20 tags that must all match; not with `OtherAccounts`"),
    ...paging,
  }),
  response: z.object({
    NextToken: z.string().optional(),
    ResourceShares: z.array(ResourceShare).optional().describe("the shares"),
    RequestId: requestId,
  }),
  errors: [
    "MissingParameter.ResourceOwner",
    "InvalidParameter.ResourceOwner",
    "InvalidParameter.ResourceShareName",
    "InvalidParameter.ResourceShareName.Length",
    "InvalidParameter.ResourceShareStatus",
    "InvalidParameter.ResourceOwnerAndTag",
    ...shareIdsErrors,
    ...pagingErrors,
  ],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "ResourceShares",
});

/** Specification: ChangeResourceGroup. */
export const ChangeResourceGroup = define("ChangeResourceGroup", {
  summary: "Moves a share to another resource group.",
  request: z.object({
    ResourceId: shareId,
    ResourceRegionId: z.string().min(1).describe("region of the share"),
    ResourceGroupId: z.string().min(1).describe("id of the resource group to move to"),
  }),
  response: done,
  errors: [
    "MissingParameter.ResourceId",
    "MissingParameter.ResourceRegionId",
    "MissingParameter.ResourceGroupId",
    "NoPermission.ChangeResourceGroup",
    "InvalidResourceGroup",
    "ResourceNotFound",
    "SystemError",
  ],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceId" },
  limit: perSecond(10),
});
