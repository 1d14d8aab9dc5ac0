import * as rs from "pulumi-resourceshare";

/** The share that another stack manages, found by its name. */
export const network = rs.getResourceShareOutput({ name: "network" });
