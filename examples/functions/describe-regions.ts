import * as rs from "pulumi-resourceshare";

/** Where the service can be reached. */
export const regions = rs.describeRegionsOutput({ acceptLanguage: "en-US" }).regions;
