import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();
const region = new pulumi.Config("resourceshare").require("region");
const vSwitch = config.requireObject<Record<string, string>>("vSwitches")[region];
if (vSwitch === undefined) throw new Error(`vSwitches has no switch in ${region}: add it to fleet.mts`);

const share = new rs.ResourceShare("edge", {
  name: config.require("shareName"),
  allowExternalTargets: true,
  resources: [{ type: "VSwitch", id: vSwitch }],
  targets: config.requireObject<string[]>("targets"),
});

export const shareId = share.id;
