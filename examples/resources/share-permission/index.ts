import * as rs from "pulumi-resourceshare";

const share = new rs.ResourceShare("prefixes", { name: "prefixes", targets: ["1000000000000003"] });

// Targets may read the list, not change it. `listPermissions` lists what your account can use. A change of the name replaces the permission with no gap in access.
const permission = new rs.SharePermission("read-only", {
  shareId: share.id,
  permissionName: "AliyunRSPermissionPrefixListReadOnly",
});

// The association of the resources depends on the permission: it is created later and deleted earlier, so that access is never wider.
export const prefixList = new rs.ShareAssociation(
  "prefix-list",
  { shareId: share.id, resources: [{ type: "PrefixList", id: "pl-demo01" }] },
  { dependsOn: permission },
);

export const permissionVersion = permission.permissionVersion;
