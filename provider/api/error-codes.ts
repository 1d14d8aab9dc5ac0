import { ApiError, type Category } from "../kernel/errors.ts";
import type { ErrorOf, Operation } from "../wire/operation.ts";

/** What an error is about, and so which other calls fail in the same way. */
export type Concern =
  | "credentials" // the access key, its token, or the time of the signature: every call until they are corrected
  | "endpoint" // an address that does not serve the operation
  | "request" // the request as a whole, such as its share or its region
  | "entity"; // perhaps a single entity of the request: each of the others may be accepted without it

interface ErrorRow {
  readonly status: number;
  readonly category: Category;
  readonly concerns: Concern;
  /** Whether another operation in progress blocks the call: the same call succeeds after that has finished. */
  readonly inProgress: boolean;
}

function rows<const Codes extends string>(
  status: number,
  category: Category,
  codes: readonly Codes[],
  { concerns = "entity", inProgress = false }: Partial<Pick<ErrorRow, "concerns" | "inProgress">> = {},
): Record<Codes, ErrorRow> {
  const row: ErrorRow = { status, category, concerns, inProgress };
  // Object.fromEntries loses the key type; the keys are exactly `codes`.
  return Object.fromEntries(codes.map((code) => [code, row])) as Record<Codes, ErrorRow>;
}

/** Every known error code of the service, with its HTTP status, its category and what it concerns (specification: Errors). */
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
  ...rows(400, "invalid", ["InvalidParameter.ResourceShareId", "InvalidParameter.RegionId"], { concerns: "request" }),
  ...rows(400, "absent", ["DisassociateInvalid", "InvalidResourceId.NotFound", "ResourceNotFound"]),
  ...rows(400, "denied", ["NoPermission.ChangeResourceGroup"]),
  // The codes of the API gateway and their statuses (assumption S-gateway-codes).
  ...rows(
    400,
    "denied",
    ["SignatureDoesNotMatch", "SignatureNonceUsed", "InvalidTimeStamp.Expired", "InvalidTimeStamp.Format", "InvalidSecurityToken.Expired"],
    { concerns: "credentials" },
  ),
  // Usually with HTTP 400, and not executed (assumption S-throttling).
  ...rows(400, "throttled", ["Throttling", "Throttling.User", "Throttling.Api"]),
  ...rows(400, "fault", ["SystemError"]),
  ...rows(403, "denied", ["NoPermission", "Forbidden.RAM", "AccessDenied"]),
  ...rows(404, "absent", ["EntityNotExists.ResourceShare"], { concerns: "request" }),
  ...rows(404, "absent", ["EntityNotExists.Permission"]),
  ...rows(404, "denied", ["InvalidAccessKeyId.NotFound"], { concerns: "credentials" }),
  ...rows(404, "invalid", ["InvalidAction.NotFound"], { concerns: "endpoint" }),
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
    "DisassociateConflict.Permission",
    "InvitationStatus.Expired",
    "InvitationStatus.AlreadyRejected",
    "InvitationStatus.AlreadyAccepted",
  ]),
  ...rows(409, "conflict", ["ResourceShareStatusMismatchAction"], { concerns: "request" }),
  ...rows(
    409,
    "conflict",
    [
      "AssociateConflict",
      "DisassociateConflict",
      "NotSupport.ResourcePropertyConflict",
      "ExternalTargetWithdrawConflict",
      "DeleteResourceShareConflict",
    ],
    { inProgress: true },
  ),
  ...rows(409, "conflict", ["ConcurrentExecutionError"], { concerns: "request", inProgress: true }),
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

/** Whether the catalog has a code. */
export function isCode(code: string): code is Code {
  return Object.hasOwn(catalog, code);
}

/** Classifies an error code. An unknown code is classified by its prefix and the HTTP status. */
export function classify(code: string, status: number): ErrorRow {
  if (isCode(code)) return catalog[code];
  return { status, category: guess(code, status), concerns: guessedConcern(code), inProgress: false };
}

/** The families of the gateway's codes, of which the service documents some only. */
const families: Readonly<Record<string, Concern>> = {
  Signature: "credentials",
  IncompleteSignature: "credentials",
  InvalidTimeStamp: "credentials",
  InvalidAccessKeyId: "credentials",
  InvalidSecurityToken: "credentials",
  InvalidAction: "endpoint",
};

/** Any other unknown code may concern a single entity: the other calls of a batch are then sent without it. */
function guessedConcern(code: string): Concern {
  const family = Object.entries(families).find(([prefix]) => code.startsWith(prefix));
  return family?.[1] ?? "entity";
}

/** Whether a code says that an access policy does not allow the call. */
export function isPolicyRefusal(code: string): boolean {
  return /^(?:Forbidden|NoPermission|AccessDenied|OperationNotPermitted)(?:\.|$)/.test(code);
}

function guess(code: string, status: number): Category {
  if (status === 429 || code.startsWith("Throttling")) return "throttled";
  if (status >= 500) return "fault";
  if (isPolicyRefusal(code) || guessedConcern(code) === "credentials") return "denied";
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

/** Whether the service rejected the call for one of these reasons. */
export function isAbout(error: unknown, ...concerns: readonly Concern[]): error is ApiError {
  return error instanceof ApiError && concerns.includes(classify(error.code, error.status).concerns);
}

/** Whether the call can succeed after another operation in progress has finished. */
export function isInProgress(error: unknown): error is ApiError {
  return error instanceof ApiError && classify(error.code, error.status).inProgress;
}
