import { delimiter } from "node:path";
import { pulumiEnvironment } from "../setup/environment.mjs";
import { machineFolders } from "../setup/paths.mjs";
import { HOME, writeEnvironment } from "./workspace.mjs";

/** Variables that can name a real service or contain real credentials. They are removed, so that the quickstart cannot use them. */
const SERVICE_VARIABLES = /^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/;

/** Such variables that the user's shell may have set; `.quickstart/env` unsets them. */
const UNSET_VARIABLES = [
  "ALIBABA_CLOUD_REGION_ID",
  "ALIBABA_CLOUD_SECURITY_TOKEN",
  "ALIBABA_CLOUD_PROFILE",
  "RESOURCESHARE_ACCOUNTS",
  "RESOURCESHARE_ACCOUNT_ID",
];

/**
 * Returns the environment of the quickstart's program: Pulumi with its own home and state, and the provider's endpoints at the simulator.
 * Also writes it to `.quickstart/env`, for commands that the user runs in another terminal.
 * @param {string} url
 * @param {{ accessKeyId: string, accessKeySecret: string }} key
 * @returns {Record<string, string>}
 */
export function quickstartEnvironment(url, key) {
  const pulumi = pulumiEnvironment({ home: HOME });
  const service = {
    RESOURCESHARE_ENDPOINT: url,
    RESOURCESHARE_STS_ENDPOINT: url,
    RESOURCESHARE_DEVICE_ENDPOINT: url,
    ALIBABA_CLOUD_ACCESS_KEY_ID: key.accessKeyId,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: key.accessKeySecret,
  };
  const own = Object.entries(pulumi).filter(([name]) => name.startsWith("PULUMI_"));
  const machine = new Set(machineFolders());
  const folders = (pulumi["PATH"] ?? "").split(delimiter).filter((folder) => !machine.has(folder));
  writeEnvironment({ settings: { ...Object.fromEntries(own), ...service }, absent: UNSET_VARIABLES, folders });
  return { ...Object.fromEntries(Object.entries(pulumi).filter(([name]) => !SERVICE_VARIABLES.test(name))), ...service };
}
