import { z } from "zod";
import { chapter, perSecond } from "./define.ts";
import { Permission } from "./entities.ts";
import { done, owner, paging, pagingErrors, permissionName, requestId, resourceType, shareId } from "./parameters.ts";

const define = chapter("permissions");

const page = z.object({
  NextToken: z.string().optional(),
  Permissions: z.array(Permission).optional().describe("the permissions"),
  RequestId: requestId,
});
const shareErrors = ["MissingParameter.ResourceShareId", "InvalidParameter.ResourceShareId", "EntityNotExists.ResourceShare"] as const;
const nameErrors = ["MissingParameter.PermissionName", "InvalidParameter.PermissionName", "EntityNotExists.Permission"] as const;

/** Specification: AssociateResourceSharePermission. */
export const AssociateResourceSharePermission = define("AssociateResourceSharePermission", {
  summary: "Attaches a permission to a share.",
  request: z.object({
    ResourceShareId: shareId,
    PermissionName: permissionName,
    Replace: z
      .boolean()
      .optional()
      .describe("whether to replace the permission of the same resource type; `false` when absent, and then a second one is an error"),
  }),
  response: done,
  errors: [...shareErrors, ...nameErrors],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(20),
});

/** Specification: DisassociateResourceSharePermission. */
export const DisassociateResourceSharePermission = define("DisassociateResourceSharePermission", {
  summary: "Detaches a permission from a share.",
  request: z.object({ ResourceShareId: shareId, PermissionName: permissionName }),
  response: done,
  errors: [...shareErrors, ...nameErrors, "DisassociateConflict.Permission"],
  idempotent: true,
  reads: false,
  writesTo: { request: "ResourceShareId" },
  limit: perSecond(20),
});

/** Specification: ListResourceSharePermissions. */
export const ListResourceSharePermissions = define("ListResourceSharePermissions", {
  summary: "The permissions that a share has.",
  request: z.object({ ResourceShareId: shareId, ResourceOwner: owner, ...paging }),
  response: page,
  errors: [...shareErrors, "MissingParameter.ResourceOwner", "InvalidParameter.ResourceOwner", ...pagingErrors],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "Permissions",
});

/** Specification: GetPermission. */
export const GetPermission = define("GetPermission", {
  summary: "One permission, with its policy text.",
  request: z.object({
    PermissionName: permissionName,
    PermissionVersion: z.string().optional().describe("label of the version; the default version when absent"),
  }),
  response: z.object({ Permission: Permission.describe("the permission"), RequestId: requestId }),
  errors: [...nameErrors, "InvalidParameter.PermissionVersion"],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
});

/** Specification: ListPermissionVersions. */
export const ListPermissionVersions = define("ListPermissionVersions", {
  summary: "The versions of a permission.",
  request: z.object({ PermissionName: permissionName, ...paging }),
  response: page,
  errors: [...nameErrors, "InvalidParameter.ResourceType", ...pagingErrors],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "Permissions",
});

/** Specification: ListPermissions. */
export const ListPermissions = define("ListPermissions", {
  summary: "The permission library, or its part for one resource type.",
  request: z.object({ ResourceType: resourceType.optional().describe("resource type of the permissions"), ...paging }),
  response: page,
  errors: ["InvalidParameter.ResourceType", ...pagingErrors],
  idempotent: true,
  reads: true,
  limit: perSecond(20),
  items: "Permissions",
});
