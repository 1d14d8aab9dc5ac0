import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

// Each can be set from outside: pulumi config set targets '["fd-apps01"]'
const config = new pulumi.Config();
const vSwitches = config.getObject<string[]>("vSwitches") ?? ["vsw-demo01", "vsw-demo02"];
const targets = config.getObject<string[]>("targets") ?? ["fd-apps01", "1000000000000002"];

const resources = [...vSwitches.map((id) => ({ type: "VSwitch", id })), { type: "PrefixList", id: "pl-demo01" }];

// A folder and an account may now use two vSwitches and a prefix list.
const network = new rs.ResourceShare("network", { name: "shared-network", resources, targets });

export const shareId = network.id;
export const wanted = { resources: resources.map(({ type, id }) => `${type} ${id}`), targets };
