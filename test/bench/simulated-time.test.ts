import { describe, expect, it } from "vitest";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";
import { simulate } from "./simulated-time.ts";

describe("the calls of S1 to S4 and S6 in simulated time", () => {
  it.each([
    { name: "one share", workload: oneShare(250) },
    { name: "many shares", workload: manyShares(40, 40) },
    { name: "many associations, 8 at once", workload: manyAssociations(200, 4, 8) },
    { name: "many associations, 100 at once", workload: manyAssociations(400, 8, 100) },
  ])("stay within their bounds, without a throttle: $name", async ({ workload }) => {
    for (const transitionMs of [200, 2_000]) {
      for (const { step, calls, throttled, seconds, floor } of await simulate(workload, { transitionMs })) {
        const title = `${step.scenario}, ${step.title}, transitions of ${transitionMs} ms`;
        expect(throttled, title).toBe(0);
        if (step.bounds.calls !== undefined) expect(calls, title).toBeLessThanOrEqual(step.bounds.calls * floor.calls);
        if (step.bounds.seconds !== undefined) expect(seconds, title).toBeLessThanOrEqual(step.bounds.seconds * floor.seconds);
      }
    }
  });
});

describe("the calls of S2, S3 and S6 in simulated time, started one after another as by the engine", () => {
  it.each([
    { name: "many shares", workload: manyShares(60, 16), stateMs: 10, atMost: 1.2 },
    { name: "many shares, 60 at once", workload: manyShares(60, 60), stateMs: 10, atMost: 1.2 },
    { name: "many associations, 8 at once", workload: manyAssociations(100, 5, 8), stateMs: 10, atMost: 1.5 },
    { name: "many associations, 100 at once", workload: manyAssociations(200, 10, 100), stateMs: 10, atMost: 1.5 },
    { name: "many associations and a slow engine", workload: manyAssociations(200, 10, 100), stateMs: 40, atMost: 1.5 },
    { name: "many associations and an engine that writes no state", workload: manyAssociations(200, 10, 100), stateMs: 0, atMost: 1.5 },
    { name: "many associations and the rate limit", workload: manyAssociations(400, 20, 100), stateMs: 30, atMost: 1.05 },
    { name: "interleaved associations, 16 at once", workload: manyAssociations(100, 5, 16, "interleaved"), stateMs: 10, atMost: 1.5 },
    { name: "interleaved associations, 100 at once", workload: manyAssociations(200, 10, 100, "interleaved"), stateMs: 10, atMost: 1.5 },
  ])("stay within their bounds, without a throttle: $name", async ({ workload, stateMs, atMost }) => {
    const steps = workload.steps.filter(({ work }) => work !== "refresh");
    for (const { step, calls, throttled, floor } of await simulate({ ...workload, steps }, { transitionMs: 1_000, stateMs })) {
      expect(throttled, step.title).toBe(0);
      expect(calls, step.title).toBeLessThanOrEqual(atMost * floor.calls);
    }
  });
});
