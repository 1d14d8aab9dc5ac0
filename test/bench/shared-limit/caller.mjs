// S10: one of several processes that share an account's limit: the package's client with its limits on.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The limit of the operation that is measured, and of the creation and the deletion of a share. */
export const callsPerSecond = 10;
const require = createRequire(import.meta.url);

/**
 * @typedef {{ readonly address: import("../types.d.ts").Address, readonly shareId: string, readonly index: number, readonly calls: number }} Setup
 * @typedef {{ readonly startedAt: number, readonly endedAt: number, readonly cpuSeconds: number, readonly failures: readonly string[] }} Result
 * @typedef {{ run(startAt: number): Promise<Result> }} Caller `startAt`: when the calls begin, in milliseconds since 1970
 */

/** Starts the process, and returns when it has loaded the client. @param {Setup} setup @returns {Promise<Caller>} */
export async function startCaller(setup) {
  const own = Object.entries(process.env).filter(([name]) => !/^(ALIBABA_CLOUD_|RESOURCESHARE_)/.test(name));
  const child = fork(fileURLToPath(import.meta.url), ["call"], { env: Object.fromEntries(own), execArgv: [] });
  const nextMessage = () =>
    new Promise((resolve, reject) => {
      const onExit = (/** @type {number | null} */ code) => reject(new Error(`process ${setup.index} of S10 ended with ${code}`));
      child.once("error", reject);
      child.once("exit", onExit);
      child.once("message", (message) => {
        child.off("error", reject).off("exit", onExit);
        resolve(message);
      });
    });
  const ready = nextMessage();
  child.send(setup);
  await ready;
  return {
    run: (startAt) => {
      const result = nextMessage();
      child.send(startAt);
      return result;
    },
  };
}

if (process.send && process.argv[2] === "call") {
  process.once("message", async (/** @type {Setup} */ setup) => {
    const callAll = await preparedCalls(setup);
    process.once("message", async (/** @type {number} */ startAt) => {
      await setTimeout(Math.max(0, startAt - Date.now()));
      const result = await callAll();
      process.send?.(result, () => process.disconnect());
    });
    process.send?.("ready");
  });
}

/** @param {Setup} setup @returns {Promise<() => Promise<Result>>} */
async function preparedCalls({ address: { url: endpoint, ...key }, shareId, index, calls }) {
  const { createClients, readConfiguration, sharing } = require("../../../dist/provider/client/index.js");
  const client = createClients(readConfiguration({ endpoint, ...key }, {})).client();
  // The first calls load modules and open as many connections as a burst needs. No call in flight may equal another one.
  await Promise.all(
    Array.from({ length: callsPerSecond }, (_, nth) =>
      client.call(sharing.ListResourceShares, { ResourceOwner: "Self", MaxResults: 20 + nth }),
    ),
  );
  return async () => {
    // No call equals another one.
    const [startedAt, spent] = [Date.now(), process.cpuUsage()];
    const results = await Promise.allSettled(
      Array.from({ length: calls }, (_, nth) =>
        client.call(sharing.UpdateResourceShare, { ResourceShareId: shareId, ResourceShareName: `process-${index}-call-${nth}` }),
      ),
    );
    const { user, system } = process.cpuUsage(spent);
    const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    return { startedAt, endedAt: Date.now(), cpuSeconds: (user + system) / 1e6, failures };
  };
}
