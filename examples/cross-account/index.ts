import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();
const owner = config.require("ownerAccountId");
const consumer = config.require("consumerAccountId");

// The owner's side: an account outside the directory is invited …
const share = new rs.ResourceShare("edge", {
  name: "edge",
  allowExternalTargets: true,
  resources: [{ type: "VSwitch", id: config.require("vSwitch") }],
  targets: [consumer],
});

// … and the consumer's: it accepts from this owner only, and leaves the share again before the share is deleted.
const acceptor = new rs.InvitationAcceptor("edge", { shareId: share.id, senderAccountId: owner, account: "consumer" });

export const shareId = share.id;
export const status = acceptor.status;
export const sharedResources = acceptor.sharedResources;
