import { afterAll, beforeAll, expect, test } from "vitest";
import { KillFixture } from "./fixture.ts";
import { casesOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";

/** The sample: one case in ten, always the same ones; `npm run kills` runs all. */
const SEED = 1;

/**
 * Tests the lifecycle of a resource with kills; a file each, so that none takes long.
 * @param stacks how many stacks run the cases side by side: more than one where a rerun waits, as one that resumes a creation does
 */
export function testKills(resource: string, stacks = 1): void {
  const lifecycle = lifecycles.find((candidate) => candidate.resource === resource);
  if (!lifecycle) throw new Error(`no lifecycle of ${resource}`);
  const fixtures: KillFixture[] = [];
  let calls: readonly (readonly string[])[] = [];
  beforeAll(async () => {
    for (let count = 0; count < stacks; count += 1) fixtures.push(await KillFixture.open(lifecycle));
    const baselines = await Promise.all(fixtures.map((fixture) => fixture.recordBaseline()));
    calls = baselines[0] ?? [];
  }, 300_000);
  afterAll(() => Promise.all(fixtures.map((fixture) => fixture[Symbol.asyncDispose]())));

  test(`leaves a ${resource} in the program's state when engine or provider is killed at one of its calls and the program runs again`, async () => {
    const cases = sampleTenth(casesOf(lifecycle, calls), SEED);
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
    expect(cases.length).toBeGreaterThan(0);
    expect(lost).toEqual({});
  }, 900_000);
}
