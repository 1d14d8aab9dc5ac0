// Every story with every trouble at every call of its last step. `npm run faults [-- --list] [-- --only TEXT]`.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { casesOf, modelOf, nameOf, type Outcome, run } from "./cases.ts";
import { scenarios } from "./scenarios.ts";

const asked = process.argv.slice(2);
const place = asked.indexOf("--only");
const only = place < 0 ? "" : (asked[place + 1] ?? "");

/** What a worker tells of its part of one story. */
interface Told {
  readonly story: string;
  readonly calls: number;
  readonly outcomes: readonly Outcome[];
}

const workers = availableParallelism();

if (isMainThread) await lead();
else await follow(Number(workerData));

/** Tells every story, with each worker's share of its cases: so all workers end at about the same time. */
async function follow(share: number): Promise<void> {
  for (const scenario of scenarios) {
    const model = await modelOf(scenario);
    const mine = casesOf(model).filter((tried, index) => index % workers === share && nameOf(tried).includes(only));
    const outcomes: Outcome[] = [];
    for (const tried of mine) outcomes.push(await run(tried));
    const told: Told = { story: scenario.name, calls: model.calls.length, outcomes };
    parentPort?.postMessage(told, []);
  }
}

async function lead(): Promise<void> {
  const started = performance.now();
  const all: Told[] = [];
  const ended = Array.from({ length: workers }, async (_, share) => {
    const worker = new Worker(new URL(import.meta.url), { argv: asked, workerData: share });
    worker.on("message", (told: Told) => {
      all.push(told);
      print(told.outcomes);
    });
    await once(worker, "exit");
  });
  await Promise.all(ended);
  summarise(all, (performance.now() - started) / 1000);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function print(outcomes: readonly Outcome[]): void {
  for (const { name, problems, reruns, window } of outcomes) {
    if (problems.length === 0 && !asked.includes("--list")) continue;
    say(`${problems.length > 0 ? "✗" : "✓"} ${reruns} ${name}${window === undefined ? "" : ` (${window})`}`);
    for (const problem of problems) say(`    ${problem}`);
  }
}

function summarise(all: readonly Told[], seconds: number): void {
  const outcomes = all.flatMap((told) => told.outcomes);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  const found = (kind: string) => failed.filter(({ problems }) => problems.some((problem) => problem.startsWith(kind))).length;
  const stories = new Map(all.map((told) => [told.story, told.calls] as const));
  const calls = [...stories.values()].reduce((sum, count) => sum + count, 0);
  say(
    `${stories.size} stories, ${calls} calls, ${outcomes.length} cases in ${seconds.toFixed(0)} s: ${outcomes.length - failed.length} converged`,
  );
  say(`${found("lost")} lost, ${found("duplicated")} duplicated, ${found("orphaned")} orphaned, ${failed.length} not converged`);
  say(`reruns needed: ${[0, 1, 2].map((count) => `${count} in ${outcomes.filter(({ reruns }) => reruns === count).length}`).join(", ")}`);
  for (const window of new Set(outcomes.flatMap((outcome) => outcome.window ?? []))) {
    say(`killed in the window "${window}": ${outcomes.filter((outcome) => outcome.window === window).length}`);
  }
  process.exitCode = failed.length > 0 || outcomes.length === 0 || all.length < scenarios.length * workers ? 1 : 0;
}
