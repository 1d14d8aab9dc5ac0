import * as rs from "pulumi-resourceshare";

/** What a share of images can allow. */
export const forImages = rs.listPermissionsOutput({ resourceType: "Image" }).permissions;
