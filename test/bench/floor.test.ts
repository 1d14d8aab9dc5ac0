import { expect, it } from "vitest";
import { sharing as operations } from "../../provider/api/operations.ts";
import { floorOf } from "./floor.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";

/** The calls of each scenario's steps, as the floor counts them. */
const callsOf = (workload: ReturnType<typeof oneShare>) =>
  workload.steps.map((step) => [step.scenario, floorOf(step.terms, { transitionMs: 200, waves: step.waves, operations }).calls]);

it("matches the scenarios' costs computed by hand", () => {
  expect(callsOf(oneShare(500))).toEqual([["S1", 1 + 1 + 99 + 10 + 1 + 1]]);
  expect(callsOf(manyShares(200, 100))).toEqual([
    ["S2", 1 + 200 + 80 + 10 + 2],
    ["S4", 40 + 80],
    ["S6", 200 + 40],
  ]);
  expect(callsOf(manyShares(200, 100, ["cn-hangzhou", "cn-beijing"]))).toEqual([
    ["S2", 2 + 200 + 80 + 2 * 2 * 3 + 2 * 2],
    ["S4", 40 + 80],
    ["S6", 200 + 40],
  ]);
  expect(callsOf(manyAssociations(1000, 20, 100))).toEqual([
    ["S3", 100 + 20],
    ["S4", 20],
    ["S6", 100 + 20],
  ]);
});

it.each([
  ["a first window of calls at once and one transition", { write: 200 }, { transitionMs: 2000, waves: 2 }, 19 + 2],
  ["the calls of each region separately", { write: 200 }, { transitionMs: 2000, waves: 1, regions: 2 }, 9 + 2],
  ["the slowest operation, not the sum", { read: 100, write: 60 }, { transitionMs: 0, waves: 0 }, 5],
  ["transitions in turn where they take longer than the limits", { write: 20 }, { transitionMs: 2000, waves: 10 }, 20],
])("counts the seconds of %s", (_what, calls, setting, seconds) => {
  const limited = { write: { limit: { calls: 10, windowMs: 1000 } }, read: { limit: { calls: 20, windowMs: 1000 } } };
  const terms = Object.entries(calls).map(([operation, count]) => ({ operation, calls: count, why: "" }));
  expect(floorOf(terms, { ...setting, operations: limited }).seconds).toBe(seconds);
});
