import * as rs from "pulumi-resourceshare";

/** The names of this account's shares, without those that were deleted lately. */
export const names = rs
  .listResourceSharesOutput({ resourceOwner: "Self", resourceShareStatus: "Active" })
  .resourceShares.apply((shares) => shares.map((share) => share.resourceShareName));
