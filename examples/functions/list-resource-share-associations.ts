import * as rs from "pulumi-resourceshare";

/** Everything that a target was ever put into, and how far it is. */
export const ofMember = rs.listResourceShareAssociationsOutput({
  associationType: "Target",
  target: "1000000000000003",
}).resourceShareAssociations;
