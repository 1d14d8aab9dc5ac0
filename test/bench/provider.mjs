// The provider as Pulumi's process has it, without the engine: real signing, real HTTP, its own limits.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { createClients } = require("../../dist/provider/client/clients.js");
const { readConfiguration } = require("../../dist/provider/client/configuration.js");
const { systemClock } = require("../../dist/provider/kernel/clock.js");
const { silentLog } = require("../../dist/provider/kernel/log.js");
const { Claims } = require("../../dist/provider/lifecycle/claims.js");
const { drive } = require("../../dist/provider/lifecycle/drive.js");
const { resources } = require("../../dist/provider/resources/index.js");

/**
 * @param {import("./service.mjs").Service} service
 * @returns {(token: string) => import("../../provider/lifecycle/driver.ts").Driver}
 */
export function startProvider({ url, key }) {
  const configuration = readConfiguration({ endpoint: url, accessKeyId: key.accessKeyId, accessKeySecret: key.accessKeySecret }, {});
  const clients = createClients(configuration);
  const surroundings = {
    client: async (/** @type {string | undefined} */ account, /** @type {string | undefined} */ region) => clients.client(account, region),
    device: async (/** @type {string | undefined} */ account) => clients.device(account),
    clock: systemClock,
    log: silentLog,
    claims: new Claims(),
    timeoutMs: async () => 600_000,
    trace: async () => true,
    stillWanted: async () => undefined,
  };
  return (token) => {
    const resource = resources.find((/** @type {{ token: string }} */ one) => one.token === token);
    if (resource === undefined) throw new Error(`there is no resource ${token}`);
    return drive(resource, surroundings);
  };
}
