import * as rs from "pulumi-resourceshare";

const share = new rs.ResourceShare("network", {
  name: "shared-network",
  resources: [
    { type: "VSwitch", id: "vsw-demo01" },
    { type: "PrefixList", id: "pl-demo01" },
  ],
  targets: [
    "fd-apps01", // a folder of accounts
    "1000000000000002", // an account
  ],
});
export const { id, status } = share;
