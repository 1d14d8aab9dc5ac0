import * as rs from "pulumi-resourceshare";

/** Who uses one switch of this account. */
export const users = rs.listSharedTargetsOutput({ resourceOwner: "Self", resourceId: "vsw-demo01" }).sharedTargets;
