// The simulated service in a process of its own, with its limits on, so that its work is not counted as ours.
import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/**
 * @typedef {{ readonly number: number, readonly at: number, readonly operation: string, readonly code?: string, readonly parameters: object }} CallRecord
 * @typedef {{
 *   readonly address: import("./types.d.ts").Address,
 *   calls(): Promise<CallRecord[]>,
 *   forget(): Promise<void>,
 *   delayAnswers(operation: string, ms: number): Promise<void>,
 *   close(): Promise<void>,
 * }} Service
 */

/**
 * @param {number} transitionMs how long each transition takes
 * @param {boolean} [limits] whether the service holds its limits
 * @returns {Promise<Service>}
 */
export function startService(transitionMs, limits = true) {
  const child = fork(fileURLToPath(import.meta.url), [String(transitionMs), String(limits)], { execArgv: [] });
  const close = () =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      child.once("exit", () => resolve());
      child.disconnect();
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (/** @type {import("./types.d.ts").Address} */ address) => {
      const admin = `${address.url}/_simulator`;
      const change = async (/** @type {string} */ path, /** @type {RequestInit} */ request) => {
        const response = await fetch(`${admin}/${path}`, {
          ...request,
          headers: { "x-simulator": "1", "content-type": "application/json" },
        });
        if (!response.ok) throw new Error(`the service rejects ${request.method} ${path}: ${await response.text()}`);
        await response.text();
      };
      resolve({
        address,
        calls: async () => /** @type {CallRecord[]} */ (await (await fetch(`${admin}/calls`)).json()),
        forget: () => change("calls", { method: "DELETE" }),
        delayAnswers: (operation, ms) =>
          change("faults", { method: "POST", body: JSON.stringify({ operation, times: 1_000_000, fault: { kind: "latency", ms } }) }),
        close,
      });
    });
  });
}

/** @param {readonly CallRecord[]} calls @returns {import("./types.d.ts").CallCounts} */
export function callCountsOf(calls) {
  const byOperation = [...Map.groupBy(calls, ({ operation }) => operation)].map(([operation, all]) => [operation, all.length]);
  const throttled = calls.filter(({ code }) => code?.startsWith("Throttling")).length;
  return { calls: calls.length, throttled, byOperation: Object.fromEntries(byOperation) };
}

if (process.send) {
  const { createSimulator, serve } = require("../../dist/simulator/index.js");
  const [ms, limits] = [Number(process.argv[2]), process.argv[3] === "true"];
  const world = createSimulator().save();
  const [owner] = world.accounts;
  if (owner === undefined) throw new Error("the demonstration world has no accounts");
  // As long as real ones: the length decides what a response is searched for.
  const key = { accessKeyId: `LTAI5t${"Key4Benchmarks".padEnd(18, "0")}`, accessKeySecret: "Secret4Benchmarks".padEnd(30, "0") };
  owner.keys = [key];
  const simulator = createSimulator({ world, limits, pace: { associate: ms, disassociate: ms, deleteShare: ms, accept: ms } });
  // No figure is about quotas, and the largest share more than the published ones allow.
  const quotas = { ...simulator.world.settings.quotas, shares: 10_000, sharedResources: 100_000 };
  simulator.world.settings = { ...simulator.world.settings, quotas };
  const served = await serve(simulator, {});
  process.send({ url: served.url, ...key });
  process.on("disconnect", () => void served.close());
}
