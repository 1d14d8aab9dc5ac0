// Runs workloads: each piece of work in a process of its own, and what it did counted from the service's own log.
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { floorOf } from "./floor.mjs";
import { startService, callCountsOf } from "./service.mjs";
import { work } from "./work.mjs";

const require = createRequire(import.meta.url);
/** @type {{ sharing: import("./floor.mjs").Operations }} */
const { sharing: operations } = require("../../dist/provider/client/index.js");

/**
 * The rows of a workload's steps, in order. Steps that are not wanted are done when a later one needs them, and not reported.
 * @param {import("./types.d.ts").Workload} workload
 * @param {{ transitionMs: number, only?: ReadonlySet<string>, onCalls?: (step: import("./types.d.ts").Step, calls: readonly import("./service.mjs").CallRecord[]) => void }} options
 * @returns {Promise<import("./types.d.ts").Row[]>}
 */
export async function measure({ inFlight, shares, wanted, steps }, { transitionMs, only, onCalls }) {
  const isWanted = (/** @type {string} */ scenario) => only === undefined || only.has(scenario);
  const last = steps.findLastIndex(({ scenario }) => isWanted(scenario));
  if (last < 0) return [];
  const service = await startService(transitionMs);
  try {
    const before = shares.map((name) => ({ kind: "ResourceShare", name, inputs: { name, allowExternalTargets: true } }));
    const task = { address: service.address, inFlight, wanted: before, kept: [] };
    const made = before.length === 0 ? { kept: [] } : await work({ ...task, work: "up" });
    const program = wanted(made.kept.map(({ id }) => id));
    /** @type {import("./types.d.ts").Row[]} */
    const rows = [];
    /** @type {readonly import("./types.d.ts").ExistingResource[]} */
    let kept = [];
    for (const step of steps.slice(0, last + 1)) {
      // A window of the limits, so that no work pays for what the one before it has called.
      await setTimeout(1_100);
      await service.forget();
      const done = await work({ ...task, work: step.work, wanted: program, kept });
      kept = done.kept;
      const calls = await service.calls();
      if (!isWanted(step.scenario)) continue;
      onCalls?.(step, calls);
      rows.push(rowOf(step, { transitionMs, inFlight }, done, callCountsOf(calls)));
    }
    return rows;
  } finally {
    await service.close();
  }
}

/**
 * @param {import("./types.d.ts").Step} step
 * @param {{ transitionMs: number, inFlight: number }} setting
 * @param {import("./types.d.ts").TaskResult} done
 * @param {import("./types.d.ts").CallCounts} tally
 * @returns {import("./types.d.ts").Row}
 */
function rowOf({ scenario, title, bounds, terms, waves, regions }, setting, { seconds, cpuSeconds, peakMb }, tally) {
  const floor = floorOf(terms, { transitionMs: setting.transitionMs, waves, operations, ...(regions === undefined ? {} : { regions }) });
  const over = [
    ...(bounds.calls !== undefined && tally.calls > bounds.calls * floor.calls ? ["calls"] : []),
    ...(bounds.seconds !== undefined && seconds > bounds.seconds * floor.seconds ? ["seconds"] : []),
    ...(tally.throttled > 0 ? ["throttles"] : []),
  ];
  return { scenario, title, ...setting, floor, bounds, ...tally, seconds, cpuSeconds, peakMb, over };
}
