// Runs the recorded tests against each mutant. It is the last file of a run, and all other tests are still loaded.
import { basename } from "node:path";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { type Mutant, readMutants, readProgress, recordLiveness, recordProgress, type Status } from "./part.ts";
import { type RecordedTest, stryker } from "./stryker.ts";

/** The processor time that the tests of one mutant get, in milliseconds. A mutant that takes longer counts as survived. */
const BUDGET_MS = 1_000;
/** A run is stuck when the event loop is idle that long, or when it takes that much more processor time than usual, both in milliseconds. */
const [IDLE_MS, EXTRA_MS] = [1_000, 400];

const sliceMs = 25;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Resolves when a run has become stuck. A test waits on a virtual clock, so that an idle event loop means that nothing can happen. */
async function stuck(usualMs: number, over: AbortSignal): Promise<void> {
  let idleMs = 0;
  const from = cpuMs();
  while (!over.aborted && idleMs < IDLE_MS && cpuMs() - from < EXTRA_MS + 10 * usualMs) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, sliceMs));
    recordLiveness();
    const { idle, active } = performance.eventLoopUtilization(before);
    idleMs = active > sliceMs / 5 ? 0 : idleMs + idle;
  }
}

async function passes({ run, cpuMs: usualMs }: RecordedTest): Promise<boolean> {
  const over = new AbortController();
  const ended = (async () => run())().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([ended, stuck(usualMs, over.signal).then(() => false)]);
  } finally {
    over.abort();
  }
}

async function passesWith(mutant: Mutant, one: RecordedTest): Promise<boolean> {
  stryker.activeMutant = mutant.id;
  stryker.hitCount = 0;
  // A loop that the mutant makes endless is ended by its instrumentation.
  stryker.hitLimit = 100 * (one.reached[mutant.id] ?? 1);
  try {
    return await passes(one);
  } finally {
    stryker.activeMutant = undefined;
    stryker.hitCount = undefined;
  }
}

/**
 * Runs the tests of the mutated source first, then the quickest others, until one fails.
 * A test has to pass once more without a mutant before it is used, and after each failure.
 */
async function statusOf(mutant: Mutant, usable: Set<RecordedTest>): Promise<Status> {
  const source = basename(mutant.file, ".ts");
  const isOwn = ({ subject }: RecordedTest) => Number(subject.startsWith(source));
  const reaching = [...usable].filter(({ reached }) => mutant.id in reached).toSorted((a, b) => isOwn(b) - isOwn(a));
  if (reaching.length === 0) return mutant.id in (stryker.mutantCoverage?.static ?? {}) ? "static" : "uncovered";
  const from = cpuMs();
  for (const one of reaching) {
    if (cpuMs() - from > BUDGET_MS) break;
    if (!repeated.has(one)) await verify(one, usable);
    if (!usable.has(one) || (await passesWith(mutant, one))) continue;
    await verify(one, usable);
    return "detected";
  }
  return "survived";
}

const repeated = new Set<RecordedTest>();

async function verify(one: RecordedTest, usable: Set<RecordedTest>): Promise<void> {
  repeated.add(one);
  if (await passes(one)) return;
  usable.delete(one);
  process.stderr.write(`does not pass again, and is not used: ${one.name}\n`);
}

test("runs the tests against each mutant", { timeout: 0 }, async () => {
  stryker.currentTestId = undefined;
  const usable = new Set((stryker.tests ?? []).toSorted((a, b) => a.cpuMs - b.cpuMs));
  const known = readProgress();
  for (const mutant of readMutants().filter(({ key }) => !known.has(key))) {
    recordProgress(mutant.key, "begun");
    recordProgress(mutant.key, await statusOf(mutant, usable));
  }
  expect(usable.size).toBeGreaterThan(0);
});
