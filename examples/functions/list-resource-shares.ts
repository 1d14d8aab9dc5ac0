import * as rs from "pulumi-resourceshare";

/** The names of all shares of this account, those among them that were deleted lately. */
export const names = rs
  .listResourceSharesOutput({ resourceOwner: "Self" })
  .resourceShares.apply((shares) => shares.map((share) => share.resourceShareName));
