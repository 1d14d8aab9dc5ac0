import { defineFleet } from "pulumi-resourceshare/fleet";

const owner = "1000000000000001";
const consumer = "2000000000000001";
const regions = ["cn-hangzhou", "cn-beijing"];

/** The access key of an account, from variables of the environment in which the fleet runs. */
const accessKey = (name: string) => ({
  ALIBABA_CLOUD_ACCESS_KEY_ID: { env: `${name}_KEY_ID` },
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: `${name}_KEY_SECRET` },
});

export default defineFleet({
  name: "network",
  accounts: {
    owner: { id: owner, environment: accessKey("OWNER") },
    consumer: { id: consumer, environment: accessKey("CONSUMER") },
  },
  stacks: [
    {
      name: "share-{region}",
      program: "./owner",
      accounts: ["owner"],
      regions,
      config: {
        shareName: "edge-{region}",
        vSwitches: { "cn-hangzhou": "vsw-hangzhou01", "cn-beijing": "vsw-beijing01" },
        targets: [consumer],
      },
    },
    {
      name: "accept-{account}-{region}",
      program: "./acceptor",
      accounts: ["consumer"],
      regions,
      dependsOn: ["share-{region}"],
      config: { owner: "share-{region}", ownerAccountId: owner },
    },
  ],
});
