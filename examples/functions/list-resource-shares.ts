import * as rs from "pulumi-resourceshare";

/** The names of this account's shares, without those that were deleted lately. */
export const names = rs
  .listResourceSharesOutput({ resourceOwner: "Self" })
  .resourceShares.apply((shares) =>
    shares.flatMap(({ resourceShareName, resourceShareStatus }) => (resourceShareStatus === "Deleted" ? [] : [resourceShareName])),
  );
