import * as rs from "pulumi-resourceshare";

// An account outside the directory gets an invitation …
const share = new rs.ResourceShare("pools", {
  name: "pools",
  allowExternalTargets: true,
  resources: [{ type: "IpamPool", id: "ipam-pool-demo01" }],
  targets: ["2000000000000001"],
});

// … and accepts it, with the credentials that the configuration has under `accounts.consumer`.
const acceptor = new rs.InvitationAcceptor("consumer", {
  shareId: share.id,
  senderAccountId: "1000000000000001",
  account: "consumer",
});

export const sharedResources = acceptor.sharedResources;
