import type { Scheduler } from "fast-check";
import { deleteLostShares, expectSuccess, modelOf, namesToReplace, type Model, problemsOf, windowOf } from "../faults/cases.ts";
import { Engine } from "../faults/engine.ts";
import { type Harness, startProcess } from "../faults/provider-process.ts";
import { scenarios as allScenarios } from "../faults/scenarios.ts";
import { createHarness } from "../support/harness.ts";
import { demo } from "../../provider/simulator/world/demo.ts";
import { ScheduledClock } from "./scheduled-clock.ts";

/** The result of a run in one order. */
export interface Result {
  /** The differences from the run of the same scenario in the order of the virtual clock. */
  readonly problems: readonly string[];
  /** Every call with its time, parameters and result. */
  readonly log: string;
}

/** The scenarios of the sharing API: an action that a killed run has done is done again. */
export const scenarios = allScenarios.filter(({ name }) => !name.startsWith("DeviceAction"));
const models = new Map<string, Promise<Model>>();
const accounts = { consumer: demo.consumer };

/**
 * Runs a scenario in the order that a scheduler chooses, and compares world and state at the end with those of another order.
 * @param killedAt the number of tasks after which the process is killed; absent for a run without a kill
 */
export async function runInOrder(scheduler: Scheduler, scenario: (typeof scenarios)[number], killedAt?: number): Promise<Result> {
  const { options, prepare, first, program, replaced } = scenario;
  const model = models.get(scenario.name) ?? modelOf(scenario);
  models.set(scenario.name, model);
  const { expected } = await model;
  const clock = new ScheduledClock(scheduler);
  const harness = createHarness(options, clock);
  const engine = new Engine();
  const start = () => startProcess(harness, { accounts, transport: clock.scheduled(harness.simulator.transport) });
  prepare?.(harness);
  if (first) expectSuccess(await clock.drive(engine.up(start(), first)));
  await clock.drive(clock.sleep(10_000));
  const before = engine.entries;
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  const process = start();
  const onTask = (task: number) => {
    if (task !== killedAt) return;
    process.kill();
    kill();
  };
  let report = await clock.drive(engine.up(process, program, killed, replaced), onTask);
  const window = report.wasKilled ? windowOf(harness, engine) : undefined;
  if (window === "not listed yet") await clock.drive(clock.sleep(5_000));
  const maxReruns = killedAt === undefined ? 0 : 2;
  for (let reruns = 0; reruns < maxReruns && (report.wasKilled || report.failures.length > 0); reruns += 1) {
    report = await clock.drive(engine.up(start(), program, undefined, namesToReplace(replaced, before, engine)));
  }
  if (window === "create tag removed, id not written") deleteLostShares(harness, engine);
  await clock.drive(clock.sleep(10_000));
  const failures = report.failures.map((failure) => `failed: ${failure}`);
  return { problems: [...failures, ...problemsOf(harness, engine, expected)], log: logOf(harness) };
}

function logOf({ simulator }: Harness): string {
  return simulator.calls.map((call) => `${JSON.stringify(call)}\n`).join("");
}
