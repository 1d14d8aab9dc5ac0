import * as rs from "pulumi-resourceshare";

// Two subnets for all accounts of one folder of the directory, and for one more account.
export const share = new rs.ResourceShare("subnets", {
  name: "subnets",
  resources: [
    { type: "VSwitch", id: "vsw-demo01" },
    { type: "VSwitch", id: "vsw-demo02" },
  ],
  targets: ["fd-apps01", "1000000000000002"],
  tags: { team: "network" },
});

export const status = share.status;
