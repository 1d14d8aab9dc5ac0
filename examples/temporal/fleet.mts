import { defineFleet } from "pulumi-resourceshare/fleet";

const [network, platform] = ["1000000000000001", "2000000000000001"];

/** The access key of an account, from variables of the worker's environment. */
const accessKey = (name: string) => ({
  ALIBABA_CLOUD_ACCESS_KEY_ID: { env: `${name}_KEY_ID` },
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: `${name}_KEY_SECRET` },
});

export default defineFleet({
  name: "network",
  program: "./share",
  accounts: {
    network: { id: network, environment: accessKey("NETWORK"), config: { targets: [platform] } },
    platform: { id: platform, environment: accessKey("PLATFORM"), config: { targets: [network] } },
  },
  config: {
    shareName: "{account}-{region}",
    vSwitches: { "cn-hangzhou": "vsw-hangzhou01", "cn-beijing": "vsw-beijing01" },
  },
  // One region before the other.
  stacks: [
    { name: "share-{account}-{region}", accounts: ["network", "platform"], regions: ["cn-hangzhou"], wave: 1 },
    { name: "share-{account}-{region}", accounts: ["network", "platform"], regions: ["cn-beijing"], wave: 2 },
  ],
});
