import { describe, expect, it } from "vitest";
import { manyAssociations, manyShares, oneShare } from "./scenarios.mjs";
import { simulate } from "./simulated-time.ts";

describe("the calls of S1 to S4 and S6 in simulated time", () => {
  it.each([
    { name: "one share", workload: oneShare(250) },
    { name: "many shares", workload: manyShares(40, 40) },
    { name: "many associations, 8 at once", workload: manyAssociations(200, 4, 8) },
    { name: "many associations, 100 at once", workload: manyAssociations(400, 8, 100) },
  ])("stay within their bounds, without a throttle: $name", async ({ workload }) => {
    for (const transition of [200, 2_000]) {
      for (const { step, calls, throttled, seconds, floor } of await simulate(workload, { transition })) {
        const title = `${step.scenario}, ${step.title}, transitions of ${transition} ms`;
        expect(throttled, title).toBe(0);
        if (step.bounds.calls !== undefined) expect(calls, title).toBeLessThanOrEqual(step.bounds.calls * floor.calls);
        if (step.bounds.seconds !== undefined) expect(seconds, title).toBeLessThanOrEqual(step.bounds.seconds * floor.seconds);
      }
    }
  });
});
