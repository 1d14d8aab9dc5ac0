import * as rs from "pulumi-resourceshare";

const network = rs.getResourceShareOutput({ name: "network" });

/** What the targets of a share may do. */
export const permissions = rs.listResourceSharePermissionsOutput({
  resourceShareId: network.resourceShareId,
  resourceOwner: "Self",
}).permissions;
