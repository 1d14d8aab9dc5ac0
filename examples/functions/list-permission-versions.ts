import * as rs from "pulumi-resourceshare";

/** How a permission has changed. */
export const versions = rs.listPermissionVersionsOutput({ permissionName: "AliyunRSDefaultPermissionVSwitch" }).permissions;
