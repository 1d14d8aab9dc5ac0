// Runs workloads: each piece of work in a process of its own, and what it did counted from the service's own log.
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { floorOf } from "./floor.ts";
import { startService, callCountsOf } from "./service.ts";
import { madeShares, work } from "./work.ts";
import type { Operations } from "./floor.ts";
import type { CallCounts, ExistingResource, Row, Step, TaskResult, Workload } from "./types.ts";

const require = createRequire(import.meta.url);
const { sharing: operations }: { readonly sharing: Operations } = require("../../dist/provider/client/index.js");

/** The rows of a workload's steps, in order. Steps that are not wanted are done when a later one needs them, and not reported. */
export async function measure(
  workload: Workload,
  { transitionMs, only }: { transitionMs: number; only?: ReadonlySet<string> },
): Promise<Row[]> {
  const { inFlight, steps } = workload;
  const isWanted = (scenario: string) => only === undefined || only.has(scenario);
  const last = steps.findLastIndex(({ scenario }) => isWanted(scenario));
  if (last < 0) return [];
  const service = await startService(transitionMs);
  try {
    const { address } = service;
    const program = workload.wanted(await madeShares(workload, address));
    const rows: Row[] = [];
    let kept: readonly ExistingResource[] = [];
    for (const step of steps.slice(0, last + 1)) {
      // A window of the limits, so that no work pays for what the one before it has called.
      await setTimeout(1_100);
      await service.forget();
      const done = await work({ work: step.work, address, inFlight, wanted: program, kept });
      kept = done.kept;
      const calls = await service.calls();
      if (!isWanted(step.scenario)) continue;
      rows.push(rowOf(step, { transitionMs, inFlight }, done, callCountsOf(calls)));
    }
    return rows;
  } finally {
    await service.close();
  }
}

function rowOf(
  { scenario, title, bounds, terms, waves, regions }: Step,
  setting: { transitionMs: number; inFlight: number },
  { seconds, cpuSeconds, peakMb }: TaskResult,
  tally: CallCounts,
): Row {
  const floor = floorOf(terms, { transitionMs: setting.transitionMs, waves, operations, ...(regions === undefined ? {} : { regions }) });
  const over = [
    ...(bounds.calls !== undefined && tally.calls > bounds.calls * floor.calls ? ["calls"] : []),
    ...(bounds.seconds !== undefined && seconds > bounds.seconds * floor.seconds ? ["seconds"] : []),
    ...(tally.throttled > 0 ? ["throttles"] : []),
  ];
  return { scenario, title, ...setting, floor, bounds, ...tally, seconds, cpuSeconds, peakMb, over };
}
