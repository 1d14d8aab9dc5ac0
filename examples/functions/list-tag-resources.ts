import * as rs from "pulumi-resourceshare";

const network = rs.getResourceShareOutput({ name: "network" });

/** The tags of a share, one record for each key. */
export const tags = rs.listTagResourcesOutput({ resourceId: [network.resourceShareId] }).tagResources;
