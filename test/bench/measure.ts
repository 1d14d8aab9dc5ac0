// Runs workloads: each piece of work in a process of its own, and what it did counted from the service's own log.
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { floorOf } from "./floor.ts";
import { startService, callCountsOf } from "./service.ts";
import { work } from "./work.ts";
import type { Operations } from "./floor.ts";
import type { CallCounts, ExistingResource, Row, Step, TaskResult, Workload } from "./types.ts";
import type { CallRecord } from "./service.ts";

const require = createRequire(import.meta.url);
const { sharing: operations }: { readonly sharing: Operations } = require("../../dist/provider/client/index.js");

/** The rows of a workload's steps, in order. Steps that are not wanted are done when a later one needs them, and not reported. */
export async function measure(
  { inFlight, shares, wanted, steps }: Workload,
  {
    transitionMs,
    only,
    onCalls,
  }: { transitionMs: number; only?: ReadonlySet<string>; onCalls?: (step: Step, calls: readonly CallRecord[]) => void },
): Promise<Row[]> {
  const isWanted = (scenario: string) => only === undefined || only.has(scenario);
  const last = steps.findLastIndex(({ scenario }) => isWanted(scenario));
  if (last < 0) return [];
  const service = await startService(transitionMs);
  try {
    const before = shares.map((name) => ({ kind: "ResourceShare", name, inputs: { name, allowExternalTargets: true } }));
    const task = { address: service.address, inFlight, wanted: before, kept: [] };
    const made = before.length === 0 ? { kept: [] } : await work({ ...task, work: "up" });
    const program = wanted(made.kept.map(({ id }) => id));
    const rows: Row[] = [];
    let kept: readonly ExistingResource[] = [];
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
