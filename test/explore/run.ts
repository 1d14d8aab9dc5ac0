// Explores further than the tests do:
// `npm run explore -- --strategy random|faults|breadth [--only TEXT] [--runs N] [--seed S] [--minutes M] [--binding plugin] [--every N] [--short]`.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import * as fc from "fast-check";
import { messageOf } from "../../provider/kernel/errors.ts";
import { models } from "./strategies/breadth/models.ts";
import { search } from "./strategies/breadth/search.ts";
import { scenarios } from "./programs/scenarios.ts";
import { casesOf, nameOfCase, type Outcome, referenceOf, runCase } from "./strategies/cases.ts";
import { anyLife } from "./strategies/moves.ts";
import { anyOrder } from "./strategies/orders.ts";
import { anyEdits, noCounts } from "./strategies/previews/random-edits.ts";

const { values } = parseArgs({
  options: {
    strategy: { type: "string", default: "random" },
    /** A part of the name of a case, of a model, or of a kind of random runs. */
    only: { type: "string", default: "" },
    /** The number of random runs of each kind. */
    runs: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    /** The longest time of the random runs of each kind. */
    minutes: { type: "string", default: "600" },
    binding: { type: "string", default: "dynamic" },
    /** Only one of so many cases of faults. */
    every: { type: "string", default: "1" },
    /** The bounds of the tests, for the breadth-first search. */
    short: { type: "boolean", default: false },
  },
});

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function timed(work: () => Promise<string>): Promise<void> {
  const begunAt = performance.now();
  writeLine(`${await work()} in ${((performance.now() - begunAt) / 1000).toFixed(0)} s`);
}

/** Seeded random: lives of moves, orders of calls, and edits with their previews. */
async function exploreRandomly(): Promise<void> {
  const counts = { ...noCounts };
  const properties: Readonly<Record<string, fc.IAsyncProperty<unknown>>> = {
    moves: anyLife(),
    orders: anyOrder(),
    previews: anyEdits(counts),
  };
  const { seed, runs, minutes, only } = values;
  const limits = { seed: Number(seed), numRuns: Number(runs), interruptAfterTimeLimit: Number(minutes) * 60_000, endOnFailure: true };
  for (const [name, property] of Object.entries(properties).filter(([kind]) => kind.includes(only))) {
    await timed(async () => {
      const { failed, numRuns, counterexamplePath, counterexample, errorInstance } = await fc.check(property, limits);
      // An interrupted check has failed only if it has a counterexample.
      if (!failed || counterexample === null) return `${name}: ${numRuns} runs${name === "previews" ? ` ${JSON.stringify(counts)}` : ""}`;
      process.exitCode = 1;
      return `${name}: FAILED at ${counterexamplePath}\n${fc.stringify(counterexample)}\n${messageOf(errorInstance)}\n${numRuns} runs`;
    });
  }
}

/** Breadth-first: every sequence of operations and faults within the bounds of each model. */
async function exploreBreadth(): Promise<void> {
  for (const model of models.filter(({ name }) => name.includes(values.only))) {
    const bounded = values.short ? model : { ...model, ...model.long };
    await timed(async () => {
      const { states, transitions, counterexamples } = await search(bounded);
      const letters = [...new Set(counterexamples.map(({ exception }) => exception))];
      for (const letter of letters) {
        const explained = counterexamples.filter(({ exception }) => exception === letter);
        if (letter === undefined) process.exitCode = 1;
        writeLine(`${letter === undefined ? "NOT DOCUMENTED" : `exception ${letter}`}: ${explained.length}`);
        // A breadth-first search finds the shortest counterexample first.
        for (const { path, violation } of letter === undefined ? explained : explained.slice(0, 1))
          writeLine([`  ${violation.invariant}: ${violation.text}`, ...path].join("\n    "));
      }
      return `${model.name}: at most ${bounded.depth} operations with ${bounded.budget} faults: ${states} states, ${transitions} runs`;
    });
  }
}

/** One fault at each call: every scenario with every fault at every call of its last step, in all workers at once. */
async function exploreFaults(): Promise<void> {
  const outcomes: Outcome[] = [];
  await timed(async () => {
    const ended = Array.from({ length: availableParallelism() }, async (_, workerNumber) => {
      const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: workerNumber });
      worker.on("message", (outcome: Outcome) => {
        outcomes.push(outcome);
        if (outcome.problems.length > 0) writeLine([`✗ ${outcome.name}`, ...outcome.problems].join("\n    "));
      });
      const [code]: unknown[] = await once(worker, "exit");
      if (code !== 0) process.exitCode = 1;
    });
    await Promise.all(ended);
    const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
    if (failed > 0 || outcomes.length === 0) process.exitCode = 1;
    const reruns = [0, 1, 2].map((count) => `${count} in ${outcomes.filter((outcome) => outcome.reruns === count).length}`);
    const exceptions = outcomes.filter(({ exception }) => exception !== undefined).length;
    return `${outcomes.length} cases, ${failed} failed, ${exceptions} documented exceptions; reruns: ${reruns.join(", ")}`;
  });
}

/** Runs a part of the cases of each scenario, so that all workers end at about the same time. */
async function runPartOfCases(workerNumber: number): Promise<void> {
  const binding = values.binding === "plugin" ? "plugin" : "dynamic";
  const every = Number(values.every);
  let count = 0;
  for (const scenario of scenarios) {
    const cases = casesOf(await referenceOf(scenario, binding)).filter((one) => nameOfCase(one).includes(values.only));
    for (const one of cases) {
      count += 1;
      if (count % every === 0 && (count / every) % availableParallelism() === workerNumber) parentPort?.postMessage(await runCase(one), []);
    }
  }
}

const strategies = new Map([
  ["random", exploreRandomly],
  ["faults", exploreFaults],
  ["breadth", exploreBreadth],
]);
const explore = strategies.get(values.strategy);
if (!isMainThread) await runPartOfCases(Number(workerData));
else if (explore !== undefined) await explore();
else throw new Error(`--strategy is one of ${[...strategies.keys()].join(", ")}`);
