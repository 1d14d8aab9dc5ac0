import type { Binding } from "../binding.ts";
import type { Backend } from "../backends/backend.ts";
import { type casesOf, nameOf } from "./cases.ts";
import { KillFixture, type CaseResult, type KillCase } from "./fixture.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";

interface KillOptions {
  readonly binding: Binding;
  readonly lifecycle: ResourceLifecycle;
  /** How many stacks run the cases side by side: more than one where a rerun waits, as one that resumes a creation does. */
  readonly stacks: number;
  /** Returns the cases from the calls of the lifecycle. */
  readonly cases: (...parts: Parameters<typeof casesOf>) => readonly KillCase[];
  /** Whether the stack is destroyed after each case, and not only after the last. */
  readonly destroysEach?: boolean;
  /** Returns what keeps the state of a stack; files when absent. */
  readonly newStore?: Backend["newStore"] | undefined;
}

/** Runs cases of a lifecycle, and returns the problems of each case that has any. */
export async function lostCases(options: KillOptions): Promise<Readonly<Record<string, readonly string[]>>> {
  const results: { readonly name: string; readonly problems: readonly string[] }[] = [];
  await runCases(options, (one, { problems }) => results.push({ name: nameOf(one), problems }));
  if (results.length === 0) throw new Error(`the sample has no case of ${options.lifecycle.resource}`);
  return Object.fromEntries(results.filter(({ problems }) => problems.length > 0).map(({ name, problems }) => [name, problems]));
}

/** Runs cases of a lifecycle on stacks side by side. */
export async function runCases(
  { binding, lifecycle, stacks, cases: casesIn, destroysEach = false, newStore }: KillOptions,
  onResult: (one: KillCase, result: CaseResult) => void,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const fixtures: KillFixture[] = [];
  const seen = new Set<string>();
  const open = () => KillFixture.open(lifecycle, binding, seen, newStore?.());
  for (let count = 0; count < stacks; count += 1) fixtures.push(opened.use(await open()));
  // A state names its stack's own backend, so each stack has runs of its own to compare with.
  const baselines = await Promise.all(fixtures.map((fixture) => fixture.recordBaseline()));
  const cases = casesIn(lifecycle, baselines[0] ?? []);
  // All stacks take their next case from one iterator.
  const next = cases.entries();
  const run = async (fixture: KillFixture) => {
    for (const [index, one] of next) onResult(one, await fixture.runCase(one, destroysEach || index === cases.length - 1));
  };
  await Promise.all(fixtures.map(run));
}
