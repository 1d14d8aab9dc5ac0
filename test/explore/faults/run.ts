// Every scenario with every fault at every call of its last step. `npm run faults [-- --list] [-- --only TEXT] [-- --binding plugin]`.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { casesOf, modelOf, nameOf, type Outcome, run } from "./cases.ts";
import { scenarios } from "./scenarios.ts";

const args = process.argv.slice(2);
const valueOf = (option: string) => (args.includes(option) ? (args[args.indexOf(option) + 1] ?? "") : "");
const nameFilter = valueOf("--only");
const binding = valueOf("--binding") === "plugin" ? "plugin" : "dynamic";

/** A worker's result for its part of one scenario. */
interface ScenarioResult {
  readonly scenario: string;
  readonly calls: number;
  readonly outcomes: readonly Outcome[];
}

const workers = availableParallelism();

if (isMainThread) await runWorkers();
else await runWorker(Number(workerData));

/** Runs every scenario with a part of its cases in each worker, so that all workers end at about the same time. */
async function runWorker(worker: number): Promise<void> {
  for (const scenario of scenarios) {
    const model = await modelOf(scenario, binding);
    const ownCases = casesOf(model).filter((faultCase, index) => index % workers === worker && nameOf(faultCase).includes(nameFilter));
    const outcomes: Outcome[] = [];
    for (const faultCase of ownCases) outcomes.push(await run(faultCase));
    const result: ScenarioResult = { scenario: scenario.name, calls: model.calls.length, outcomes };
    parentPort?.postMessage(result, []);
  }
}

async function runWorkers(): Promise<void> {
  const started = performance.now();
  const all: ScenarioResult[] = [];
  const ended = Array.from({ length: workers }, async (_, share) => {
    const worker = new Worker(new URL(import.meta.url), { argv: args, workerData: share });
    worker.on("message", (result: ScenarioResult) => {
      all.push(result);
      print(result.outcomes);
      // Kept when a long run is ended early.
      const failed = result.outcomes.filter(({ problems }) => problems.length > 0).length;
      if (result.outcomes.length > 0) writeLine(`${result.scenario}, part ${share + 1}: ${result.outcomes.length} cases, ${failed} failed`);
    });
    await once(worker, "exit");
  });
  await Promise.all(ended);
  summarise(all, (performance.now() - started) / 1000);
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function print(outcomes: readonly Outcome[]): void {
  for (const { name, problems, reruns, exception } of outcomes) {
    if (problems.length === 0 && !args.includes("--list")) continue;
    writeLine(`${problems.length > 0 ? "✗" : "✓"} ${reruns} ${name}${exception === undefined ? "" : ` (${exception})`}`);
    for (const problem of problems) writeLine(`    ${problem}`);
  }
}

function summarise(all: readonly ScenarioResult[], seconds: number): void {
  const outcomes = all.flatMap((result) => result.outcomes);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  const countProblems = (kind: string) => failed.filter(({ problems }) => problems.some((problem) => problem.startsWith(kind))).length;
  const callsByScenario = new Map(all.map((result) => [result.scenario, result.calls] as const));
  const calls = [...callsByScenario.values()].reduce((sum, count) => sum + count, 0);
  writeLine(
    `${callsByScenario.size} scenarios, ${calls} calls, ${outcomes.length} cases in ${seconds.toFixed(0)} s: ${outcomes.length - failed.length} converged`,
  );
  writeLine(
    `${countProblems("lost")} lost, ${countProblems("duplicated")} duplicated, ${countProblems("orphaned")} orphaned, ${failed.length} not converged`,
  );
  writeLine(
    `reruns needed: ${[0, 1, 2].map((count) => `${count} in ${outcomes.filter(({ reruns }) => reruns === count).length}`).join(", ")}`,
  );
  for (const exception of new Set(outcomes.flatMap((outcome) => outcome.exception ?? []))) {
    writeLine(`exception "${exception}": ${outcomes.filter((outcome) => outcome.exception === exception).length}`);
  }
  process.exitCode = failed.length > 0 || outcomes.length === 0 || all.length < scenarios.length * workers ? 1 : 0;
}
