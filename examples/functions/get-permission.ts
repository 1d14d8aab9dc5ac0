import * as rs from "pulumi-resourceshare";

/** The actions that a permission allows, from its policy text. */
export const policy = rs.getPermissionOutput({ permissionName: "AliyunRSDefaultPermissionVSwitch" }).permission;
