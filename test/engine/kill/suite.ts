import { afterAll, beforeAll, expect, test } from "vitest";
import { KillFixture } from "./fixture.ts";
import { casesOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";

/** The sample: one case in ten, always the same ones; `npm run kills` runs all. */
const SEED = 1;

/** Tests the lifecycle of a resource with kills; a file each, so that none takes long. */
export function testKills(resource: string): void {
  const lifecycle = lifecycles.find((candidate) => candidate.resource === resource);
  if (!lifecycle) throw new Error(`no lifecycle of ${resource}`);
  let fixture: KillFixture;
  let calls: readonly (readonly string[])[] = [];
  beforeAll(async () => {
    fixture = await KillFixture.open(lifecycle);
    calls = await fixture.recordBaseline();
  }, 300_000);
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  test(`leaves a ${resource} in the program's state when engine or provider is killed at one of its calls and the program runs again`, async () => {
    const cases = sampleTenth(casesOf(lifecycle, calls), SEED);
    const lost: Record<string, readonly string[]> = {};
    for (const [index, one] of cases.entries()) {
      const { problems } = await fixture.runCase(one, index === cases.length - 1);
      if (problems.length > 0) lost[nameOf(one)] = problems;
    }
    expect(cases.length).toBeGreaterThan(0);
    expect(lost).toEqual({});
  }, 900_000);
}
