import { delimiter } from "node:path";
import { pulumiEnvironment } from "../setup/environment.mjs";
import { machineFolders } from "../setup/paths.mjs";
import { HOME, writeEnvironment } from "./workspace.mjs";

/** What could point at a real service or hold real credentials: nothing of it may reach a program that only plays. */
const SERVICE_VARIABLES = /^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/;

/** Names of that kind that the shell of whoever goes on by hand may have set. */
const UNSET_VARIABLES = [
  "ALIBABA_CLOUD_REGION_ID",
  "ALIBABA_CLOUD_SECURITY_TOKEN",
  "ALIBABA_CLOUD_PROFILE",
  "RESOURCESHARE_ACCOUNTS",
  "RESOURCESHARE_ACCOUNT_ID",
];

/**
 * The environment in which the quickstart's program runs: Pulumi with a home and state of its own, the provider against the simulator.
 * It is also written down, for whoever goes on by hand.
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
