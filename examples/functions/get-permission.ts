import * as rs from "pulumi-resourceshare";

/** The actions that a permission allows, as its policy text says. */
export const policy = rs.getPermissionOutput({ permissionName: "AliyunRSDefaultPermissionVSwitch" }).permission;
