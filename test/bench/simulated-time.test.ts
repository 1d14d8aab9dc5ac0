import { describe, expect, it } from "vitest";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";
import { simulate } from "./simulated-time.ts";

describe("the calls of S1 to S4 and S6 in simulated time", () => {
  it.each([
    { name: "one share", workload: oneShare(250) },
    { name: "many shares", workload: manyShares(40, 40) },
    { name: "many associations, 8 at once", workload: manyAssociations(200, 4, 8) },
    { name: "many associations, 100 at once", workload: manyAssociations(400, 8, 100) },
  ])("keeps the calls of a benchmark in simulated time within their bounds, without a throttle: $name", async ({ workload }) => {
    for (const transitionMs of [200, 2_000]) {
      for (const { step, calls, throttled, seconds, floor } of await simulate(workload, { transitionMs })) {
        const title = `${step.scenario}, transitions of ${transitionMs} ms`;
        expect(throttled, title).toBe(0);
        if (step.atMost.calls !== undefined) expect(calls, title).toBeLessThanOrEqual(step.atMost.calls * floor.calls);
        if (step.atMost.seconds !== undefined) expect(seconds, title).toBeLessThanOrEqual(step.atMost.seconds * floor.seconds);
      }
    }
  });
});

describe("the calls of S2, S3 and S6 in simulated time, started one after another as by the engine", () => {
  it.each([
    { name: "many shares", workload: manyShares(60, 16), stateMs: 10, atMost: [110, 80] },
    { name: "many shares, 60 at once", workload: manyShares(60, 60), stateMs: 10, atMost: [105, 80] },
    { name: "many associations, 8 at once", workload: manyAssociations(100, 5, 8), stateMs: 10, atMost: [50, 95] },
    { name: "many associations, 100 at once", workload: manyAssociations(200, 10, 100), stateMs: 10, atMost: [30, 70] },
    { name: "a slow engine", workload: manyAssociations(200, 10, 100), stateMs: 40, atMost: [45, 90] },
    { name: "an engine that writes no state", workload: manyAssociations(200, 10, 100), stateMs: 0, atMost: [30, 60] },
    { name: "the rate limit", workload: manyAssociations(400, 20, 100), stateMs: 30, atMost: [80, 250] },
  ])(
    "keeps the calls of resources that the engine starts one after another within their bounds, without a throttle: $name",
    async ({ workload, stateMs, atMost }) => {
      const steps = workload.steps.filter(({ command }) => command !== "refresh");
      const rows = await simulate({ ...workload, steps }, { transitionMs: 1_000, stateMs });
      expect(rows.map(({ throttled }) => throttled)).toEqual([0, 0]);
      for (const [index, { step, calls }] of rows.entries()) expect(calls, step.scenario).toBeLessThanOrEqual(atMost[index] ?? 0);
    },
  );
});
