import * as rs from "pulumi-resourceshare";

/** The switches that this account shares. */
export const switches = rs.listSharedResourcesOutput({ resourceOwner: "Self", resourceType: "VSwitch" }).sharedResources;
