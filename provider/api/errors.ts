import { ApiError, type Category } from "../kernel/errors.ts";
import type { ErrorOf, Operation } from "../wire/operation.ts";

interface ErrorRow {
  readonly status: number;
  readonly category: Category;
  /** Whether another operation in progress blocks the call: the same call succeeds after that has finished. */
  readonly inProgress: boolean;
}

function rows<const Codes extends string>(
  status: number,
  category: Category,
  codes: readonly Codes[],
  inProgress = false,
): Record<Codes, ErrorRow> {
  const row: ErrorRow = { status, category, inProgress };
  // Object.fromEntries loses the key type; the keys are exactly `codes`.
  return Object.fromEntries(codes.map((code) => [code, row])) as Record<Codes, ErrorRow>;
}

/** Every known error code of the service, with its HTTP status and its category (specification: Errors). */
export const catalog = {
  ...rows(400, "invalid", [
    "InvalidParameter",
    "MissingParameter",
    "MissingParameter.ResourceShareName",
    "MissingParameter.ResourceShareId",
    "MissingParameter.ResourceShareInvitationId",
    "MissingParameter.PermissionName",
    "MissingParameter.ResourceOwner",
    "MissingParameter.AssociationType",
    "MissingParameter.ResourceType",
    "MissingParameter.ResourceIds",
    "MissingParameter.TagKey",
    "MissingParameter.Tags",
    "MissingParameter.ResourceRegionId",
    "MissingParameter.ResourceId",
    "MissingParameter.ResourceGroupId",
    "MissingParameter.ResourceIdOrTag",
    "MissingParameter.TagKeysOrDeleteAll",
    "InvalidParameter.ResourceShareName",
    "InvalidParameter.ResourceShareName.Length",
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
    "InvalidParameter.ResourceShareId",
    "ResourceAndTargetBothEmpty",
    "InvalidParameter.ResourceOwner",
    "InvalidParameter.ResourceShareStatus",
    "InvalidParameter.MaxResults",
    "InvalidParameter.NextToken",
    "InvalidParameter.NextToken.Length",
    "InvalidParameter.ResourceShareIds",
    "InvalidParameter.ResourceShareIds.Duplicate",
    "InvalidParameter.ResourceShareIds.Length",
    "InvalidParameter.ResourceOwnerAndTag",
    "InvalidParameter.AssociationType",
    "InvalidParameter.AssociationStatus",
    "InvalidParameter.Target",
    "InvalidParameter.ResourceId",
    "InvalidParameter.ResourceArn",
    "InvalidParameter.RegionId",
    "ConflictedAssociationType",
    "InvalidParameter.ResourceIds",
    "InvalidParameter.ResourceIds.Duplicate",
    "InvalidParameter.ResourceIds.Length",
    "InvalidParameter.ResourceShareInvitationId",
    "InvalidParameter.ResourceShareInvitationIds",
    "InvalidParameter.ResourceShareInvitationIds.Duplicate",
    "InvalidParameter.ResourceShareInvitationIds.Length",
    "InvalidParameter.PermissionName",
    "InvalidParameter.PermissionVersion",
    "InvalidResourceGroup",
    "NumberExceed.ResourceIds",
    "NumberExceed.Tags",
    "NumberExceed.TagKeys",
    "Duplicate.TagKey",
    "InvalidParameter.TagKey",
    "InvalidParameter.TagValue",
  ]),
  ...rows(400, "absent", ["DisassociateInvalid", "InvalidResourceId.NotFound", "ResourceNotFound"]),
  // The codes of the API gateway and their statuses (assumption S-gateway-codes).
  ...rows(400, "denied", [
    "NoPermission.ChangeResourceGroup",
    "SignatureDoesNotMatch",
    "SignatureNonceUsed",
    "InvalidTimeStamp.Expired",
    "InvalidTimeStamp.Format",
    "InvalidSecurityToken.Expired",
  ]),
  // Usually with HTTP 400, and not executed (assumption S-throttling).
  ...rows(400, "throttled", ["Throttling", "Throttling.User", "Throttling.Api"]),
  ...rows(400, "fault", ["SystemError"]),
  ...rows(403, "denied", ["NoPermission", "Forbidden.RAM", "AccessDenied"]),
  ...rows(404, "absent", ["EntityNotExists.ResourceShare", "EntityNotExists.Permission"]),
  ...rows(404, "denied", ["InvalidAccessKeyId.NotFound"]),
  ...rows(404, "invalid", ["InvalidAction.NotFound"]),
  ...rows(409, "absent", ["EntityNotExists.ResourceShareInvitation"]),
  ...rows(409, "quota", ["QuotaExceeded.ResourceShare.Count", "QuotaExceeded.SharedResource.Count", "QuotaExceeded.PendingInvitations"]),
  ...rows(409, "denied", [
    "ActionNotPermitted",
    "OperationNotPermitted",
    "NotManagementAccount",
    "AccountNotInResourceDirectory",
    "NotEnableSharingWithResourceDirectory",
  ]),
  ...rows(409, "invalid", [
    "ShareWithYourself",
    "InvalidTarget.LegalEntityMismatch",
    "InvalidTarget.SiteMismatch",
    "ExternalTargetsNotAllowed.ResourceType",
    "NotSupport.AllowExternalTargets",
    "LeavingFailed.Account",
    "LeavingFailed.ResourceType",
  ]),
  ...rows(409, "conflict", [
    "AlreadyEnabled",
    "AlreadyDisabled",
    "EntityAlreadyExists.ResourceShare",
    "NotSupport.Service.ExistInOtherResourceShare",
    "NotSupport.Service.AssociateConflict",
    "ResourceShareStatusMismatchAction",
    "DisassociateConflict.Permission",
    "InvitationStatus.Expired",
    "InvitationStatus.AlreadyRejected",
    "InvitationStatus.AlreadyAccepted",
  ]),
  ...rows(
    409,
    "conflict",
    [
      "AssociateConflict",
      "DisassociateConflict",
      "NotSupport.ResourcePropertyConflict",
      "ExternalTargetWithdrawConflict",
      "DeleteResourceShareConflict",
      "ConcurrentExecutionError",
    ],
    true,
  ),
  ...rows(500, "fault", ["InternalError"]),
  ...rows(503, "fault", ["ServiceUnavailable"]),
};

export type Code = keyof typeof catalog;

/** Codes that any operation may return, in addition to its own list (assumption S-conflict). */
export const serviceWide = [
  "MissingParameter",
  "InvalidParameter",
  "SignatureDoesNotMatch",
  "SignatureNonceUsed",
  "InvalidTimeStamp.Expired",
  "InvalidTimeStamp.Format",
  "InvalidAccessKeyId.NotFound",
  "InvalidSecurityToken.Expired",
  "InvalidAction.NotFound",
  "Forbidden.RAM",
  "NoPermission",
  "AccessDenied",
  "Throttling",
  "Throttling.User",
  "Throttling.Api",
  "ConcurrentExecutionError",
  "InternalError",
  "ServiceUnavailable",
] as const satisfies readonly Code[];

function isCode(code: string): code is Code {
  return Object.hasOwn(catalog, code);
}

/** Classifies an error code. An unknown code is classified by its prefix and the HTTP status. */
export function classify(code: string, status: number): ErrorRow {
  if (isCode(code)) return catalog[code];
  return { status, category: guess(code, status), inProgress: false };
}

function guess(code: string, status: number): Category {
  if (status === 429 || code.startsWith("Throttling")) return "throttled";
  if (status >= 500) return "fault";
  if (/^(Forbidden|NoPermission|AccessDenied|InvalidAccessKeyId|InvalidSecurityToken|Signature)/.test(code)) return "denied";
  if (code.startsWith("QuotaExceeded")) return "quota";
  if (status === 404 || code.startsWith("EntityNotExists")) return "absent";
  if (status === 401 || status === 403) return "denied";
  return status === 409 ? "conflict" : "invalid";
}

/**
 * Whether a call of the operation failed with one of the codes, which the operation or {@link serviceWide} must declare.
 *
 * @example
 * ```ts
 * import { type Client, failedWith, sharing } from "pulumi-resourceshare/client";
 *
 * export const permission = (client: Client, PermissionName: string) =>
 *   client.call(sharing.GetPermission, { PermissionName }).catch((error: unknown) => {
 *     if (failedWith(error, sharing.GetPermission, "EntityNotExists.Permission")) return undefined;
 *     throw error;
 *   });
 * ```
 */
export function failedWith<O extends Operation>(
  error: unknown,
  operation: O,
  ...codes: (ErrorOf<O> | (typeof serviceWide)[number])[]
): error is ApiError {
  return error instanceof ApiError && error.operation === operation.name && codes.some((code) => code === error.code);
}

/** Whether the call can succeed after another operation in progress has finished. */
export function isInProgress(error: unknown): error is ApiError {
  return error instanceof ApiError && classify(error.code, error.status).inProgress;
}
