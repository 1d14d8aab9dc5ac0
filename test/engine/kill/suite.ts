import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KillFixture } from "./fixture.ts";
import { casesOf, nameOf, sampleTenth } from "./cases.ts";
import { lifecycles } from "./lifecycles.ts";

/** One case in ten of the lives of these resources; `npm run kills` takes all. */
export function killSuite(seed: number, resources: readonly string[]): void {
  describe.each(lifecycles.filter(({ resource }) => resources.includes(resource)))("the life of a $resource", (lifecycle) => {
    let fixture: KillFixture;
    let calls: readonly (readonly string[])[] = [];
    beforeAll(async () => {
      fixture = await KillFixture.open(lifecycle);
      calls = await fixture.recordBaseline();
    }, 300_000);
    afterAll(() => fixture?.[Symbol.asyncDispose]());

    test("goes on as if nothing had happened when engine or provider is killed at one of its calls", async () => {
      const cases = sampleTenth(casesOf(lifecycle, calls), seed);
      const lost: Record<string, readonly string[]> = {};
      for (const [index, one] of cases.entries()) {
        const { problems } = await fixture.runCase(one, index === cases.length - 1);
        if (problems.length > 0) lost[nameOf(one)] = problems;
      }
      expect(cases.length).toBeGreaterThan(0);
      expect(lost).toEqual({});
    }, 900_000);
  });
}
