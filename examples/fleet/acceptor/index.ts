import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();
const owner = new pulumi.StackReference(`${pulumi.getOrganization()}/fleet-owner/${config.require("owner")}`);

const acceptor = new rs.InvitationAcceptor("edge", {
  shareId: owner.requireOutput("shareId"),
  senderAccountId: config.require("ownerAccountId"),
});

export const status = acceptor.status;
