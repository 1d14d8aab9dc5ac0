import { afterAll, beforeAll, expect, test } from "vitest";
import { type Binding, type BindingName, openBinding } from "../binding.ts";
import type { Backend } from "../backends/backend.ts";
import { casesOf, nameOf } from "./cases.ts";
import { KillFixture } from "./fixture.ts";
import type { KillCase } from "./fixture.ts";
import type { ResourceLifecycle } from "./lifecycles.ts";

/** The samples are always the same ones; `npm run kills` runs all cases. */
const SEED = 1;

export interface KillOptions {
  readonly binding: Binding;
  readonly lifecycle: ResourceLifecycle;
  /** How many stacks run the cases side by side: more than one where a rerun waits, as one that resumes a creation does. */
  readonly stacks: number;
  readonly sample: (cases: readonly KillCase[], seed: number) => readonly KillCase[];
  /** All cases of a lifecycle; kills when absent. */
  readonly cases?: typeof casesOf;
  /** Returns what keeps the state of a stack; files when absent. */
  readonly newStore?: Backend["newStore"] | undefined;
}

/** Tests each lifecycle with a sample of its kills. They run side by side, because a rerun that resumes a creation waits. */
export function testKills(name: BindingName, tested: readonly ResourceLifecycle[], sample: KillOptions["sample"]): void {
  let binding: Binding;
  beforeAll(async () => {
    binding = await openBinding(name);
  });
  afterAll(() => binding?.[Symbol.asyncDispose]());

  test.concurrent.each(tested)(
    `leaves a $resource in the program's state when engine or provider is killed at one of its calls and the program runs again: ${name}`,
    async (lifecycle) => {
      expect(await lostCases({ binding, lifecycle, stacks: lifecycle.resource === "ResourceShare" ? 2 : 1, sample })).toEqual({});
    },
    1_200_000,
  );
}

/** Runs a sample of the cases of a lifecycle, and returns the problems of each case that has any. */
export async function lostCases({
  binding,
  lifecycle,
  stacks,
  sample,
  cases: allOf = casesOf,
  newStore,
}: KillOptions): Promise<Readonly<Record<string, readonly string[]>>> {
  await using opened = new AsyncDisposableStack();
  const fixtures: KillFixture[] = [];
  const seen = new Set<string>();
  const open = () => KillFixture.open(lifecycle, binding, { seen, store: newStore?.() });
  for (let count = 0; count < stacks; count += 1) fixtures.push(opened.use(await open()));
  // A state names its stack's own backend, so each stack has runs of its own to compare with.
  const baselines = await Promise.all(fixtures.map((fixture) => fixture.recordBaseline()));
  const cases = sample(allOf(lifecycle, baselines[0] ?? []), SEED);
  if (cases.length === 0) throw new Error(`the sample has no case of ${lifecycle.resource}`);
  const lost: Record<string, readonly string[]> = {};
  // All stacks take their next case from one iterator.
  const next = cases.entries();
  const run = async (fixture: KillFixture) => {
    for (const [index, one] of next) {
      const { problems } = await fixture.runCase(one, index === cases.length - 1);
      if (problems.length > 0) lost[nameOf(one)] = problems;
    }
  };
  await Promise.all(fixtures.map(run));
  return lost;
}
