import * as fc from "fast-check";
import { deleteLostShares, exceptionOf, problemsOf } from "../invariants/convergence.ts";
import { expectSuccess, namesToReplace, type Reference, referenceOf } from "./cases.ts";
import { Engine } from "../engine/engine.ts";
import { type Harness, startProcess } from "../engine/provider-process.ts";
import { type Scenario, scenarios as allScenarios } from "../programs/scenarios.ts";
import { createHarness } from "../../support/harness.ts";
import type { Binding } from "../../../provider/kernel/type-tokens.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { longestRequestMs, ScheduledClock } from "../choices/scheduled-clock.ts";

/** The result of a run in one order. */
interface Result {
  /** The differences from the run of the same scenario in the order of the virtual clock. */
  readonly problems: readonly string[];
  /** Every call with its time, parameters and result. */
  readonly log: string;
}

/** The scenarios of the sharing API: an action that a killed run has done is done again. */
const scenarios = allScenarios.filter(({ name }) => !name.startsWith("DeviceAction"));
const models = new Map<string, Promise<Reference>>();
const accounts = { consumer: demo.consumer };

/** What ends the last step early: a kill or a cancellation before a task, by its number, or a short timeout of each operation. */
type Ending = { readonly kind: "killed" | "cancelled"; readonly task: number } | { readonly kind: "timed out"; readonly timeoutMs: number };

/** Runs a scenario in the order that a scheduler chooses, and compares world and state at the end with those of another order. */
async function runInOrder(scheduler: fc.Scheduler, scenario: Scenario, ending?: Ending): Promise<Result> {
  const { options, prepare, first, others, program, replaced } = scenario;
  // The engine cancels plugins only.
  const binding = ending?.kind === "cancelled" ? "plugin" : "dynamic";
  const { expected } = await knownModelOf(scenario, binding);
  const clock = new ScheduledClock(scheduler);
  const harness = createHarness(options, clock);
  const engine = new Engine();
  const start = (timeoutMs?: number) =>
    startProcess(harness, { accounts, binding, timeoutMs, transport: clock.scheduled(harness.simulator.transport) });
  prepare?.(harness);
  if (first) expectSuccess(await clock.drive(engine.up(start(), first)));
  others?.(harness);
  await clock.drive(clock.sleep(10_000));
  const before = engine.entries;
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  const process = start(ending?.kind === "timed out" ? ending.timeoutMs : undefined);
  const onTask = (task: number) => {
    if (ending === undefined || ending.kind === "timed out" || task !== ending.task) return;
    if (ending.kind === "cancelled") return process.cancel();
    process.kill();
    kill();
  };
  let report = await clock.drive(engine.up(process, program, { killed, replaced }), onTask);
  // What the killed process has sent arrives before the next run begins: at the same time, the order would be random.
  if (report.wasKilled) await clock.drive(clock.sleep(longestRequestMs + 1));
  const exception = report.wasKilled ? exceptionOf(harness, engine) : undefined;
  if (exception === "not listed yet") await clock.drive(clock.sleep(5_000));
  if (ending !== undefined) process.kill();
  const maxReruns = ending === undefined ? 0 : 2;
  for (let reruns = 0; reruns < maxReruns && (report.wasKilled || report.failures.length > 0); reruns += 1) {
    report = await clock.drive(engine.up(start(), program, { replaced: namesToReplace(scenario, before, engine) }));
  }
  if (exception === "create tag removed, id not written") deleteLostShares(harness, engine);
  await clock.drive(clock.sleep(10_000));
  const failures = report.failures.map((failure) => `failed: ${failure}`);
  return { problems: [...failures, ...problemsOf(harness, engine, expected)], log: logOf(harness) };
}

function knownModelOf(scenario: Scenario, binding: Binding): Promise<Reference> {
  const key = `${binding} ${scenario.name}`;
  const model = models.get(key) ?? referenceOf(scenario, binding);
  models.set(key, model);
  return model;
}

function logOf({ simulator }: Harness): string {
  return simulator.calls.map((call) => `${JSON.stringify(call)}\n`).join("");
}

/** The number of tasks of which one may be the last before a kill or a cancellation: more than most runs have. */
const mostTasks = 60;
/** The longest of the short timeouts of an operation, in milliseconds: most operations need less. */
const longestTimeoutMs = 15_000;

const anyEnding: fc.Arbitrary<Ending> = fc.oneof(
  fc.record({ kind: fc.constantFrom("killed", "cancelled"), task: fc.integer({ min: 1, max: mostTasks }) }),
  fc.record({ kind: fc.constant("timed out"), timeoutMs: fc.integer({ min: 1, max: longestTimeoutMs }) }),
);

/** A scenario in a random order, in two of three runs with an early end; `onLog` receives the calls of each run. */
export function anyOrder(onLog: (log: string) => void = () => undefined) {
  return fc.asyncProperty(
    fc.scheduler(),
    fc.constantFrom(...scenarios),
    fc.option(anyEnding, { freq: 2, nil: undefined }),
    async (scheduler, scenario, ending) => {
      const { problems, log } = await runInOrder(scheduler, scenario, ending);
      onLog(log);
      if (problems.length > 0) throw new Error(`${scenario.name}, ${JSON.stringify(ending) ?? "to its end"}:\n${problems.join("\n")}`);
    },
  );
}
