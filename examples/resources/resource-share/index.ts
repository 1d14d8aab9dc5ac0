import * as rs from "pulumi-resourceshare";

// A subnet and a prefix list for a folder of the directory, and for an account outside it.
export const share = new rs.ResourceShare("network", {
  name: "shared-network",
  allowExternalTargets: true,
  resources: [
    { type: "VSwitch", id: "vsw-demo01" },
    { type: "PrefixList", id: "pl-demo01" },
  ],
  targets: ["fd-apps01", "2000000000000001"],
  tags: { team: "network" },
});

export const status = share.status;
