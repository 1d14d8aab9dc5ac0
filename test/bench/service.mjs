// The simulated service in a process of its own, with its limits on, so that its work is not counted as ours.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/**
 * @typedef {{ calls: number, throttled: number, byOperation: Record<string, number> }} Tally
 * @typedef {{ url: string, key: { accessKeyId: string, accessKeySecret: string }, tally(): Promise<Tally>, close(): Promise<void> }} Service
 */

/**
 * @param {number} transitionMs
 * @returns {Promise<Service>}
 */
export function startService(transitionMs) {
  const child = fork(fileURLToPath(import.meta.url), [String(transitionMs)]);
  /** @type {(message: unknown) => Promise<any>} */
  const ask = (message) =>
    new Promise((resolve) => {
      child.once("message", resolve);
      child.send(/** @type {object} */ (message));
    });
  const close = () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      child.once("exit", () => resolve());
      child.disconnect();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (/** @type {any} */ { url, key }) => resolve({ url, key, tally: () => ask({ tally: true }), close }));
  });
}

if (process.send) {
  const { createSimulator, serve } = require("../../dist/provider/simulator/index.js");
  const ms = Number(process.argv[2]);
  const simulator = createSimulator({ pace: { associate: ms, disassociate: ms, deleteShare: ms, accept: ms } });
  const served = await serve(simulator, {});
  process.send({ url: served.url, key: simulator.keys[0] });
  process.on("message", () => {
    /** @type {Record<string, number>} */
    const byOperation = {};
    for (const { operation } of simulator.calls) byOperation[operation] = (byOperation[operation] ?? 0) + 1;
    const throttled = simulator.calls.filter((/** @type {{ code?: string }} */ { code }) => code?.startsWith("Throttling")).length;
    process.send?.({ calls: simulator.calls.length, throttled, byOperation });
    simulator.forgetCalls();
  });
  process.on("disconnect", () => void served.close());
}
