import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bench } from "./bench.ts";
import { casesOf, nameOf, tenth } from "./cases.ts";
import { lives } from "./lives.ts";

/** One case in ten of the lives of these resources; `npm run kills` takes all. */
export function killSuite(seed: number, resources: readonly string[]): void {
  describe.each(lives.filter(({ resource }) => resources.includes(resource)))("the life of a $resource", (life) => {
    let bench: Bench;
    let calls: readonly (readonly string[])[] = [];
    beforeAll(async () => {
      bench = await Bench.open(life);
      calls = await bench.learn();
    }, 300_000);
    afterAll(() => bench?.[Symbol.asyncDispose]());

    test("goes on as if nothing had happened when engine or provider is killed at one of its calls", async () => {
      const cases = tenth(casesOf(life, calls), seed);
      const lost: Record<string, readonly string[]> = {};
      for (const [index, one] of cases.entries()) {
        const { problems } = await bench.suffer(one, index === cases.length - 1);
        if (problems.length > 0) lost[nameOf(one)] = problems;
      }
      expect(cases.length).toBeGreaterThan(0);
      expect(lost).toEqual({});
    }, 900_000);
  });
}
