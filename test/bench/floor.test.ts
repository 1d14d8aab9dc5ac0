import { expect, it } from "vitest";
import { floorOf } from "./floor.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";

it.each([
  { workload: oneShare(500), floors: [["S1", 1 + 1 + 99 + 10 + 1 + 1, 9 + 2]] },
  {
    workload: manyShares(200, 100),
    floors: [
      ["S2", 1 + 200 + 80 + 10 + 2, 19 + 2],
      ["S4", 40 + 80, 3],
      ["S6", 200 + 40, 19 + 2],
    ],
  },
  {
    workload: manyShares(200, 100, ["cn-hangzhou", "cn-beijing"]),
    floors: [
      ["S2", 2 + 200 + 80 + 2 * 2 * 3 + 2 * 2, 9 + 2],
      ["S4", 40 + 80, 1],
      ["S6", 200 + 40, 9 + 2],
    ],
  },
  {
    workload: manyAssociations(1000, 20, 100),
    floors: [
      ["S3", 100 + 20, 10 * 2],
      ["S4", 20, 0],
      ["S6", 100 + 20, 10 * 2],
    ],
  },
])(
  "computes the minimum of calls and seconds for a benchmark workload as it was computed by hand: $workload.title",
  ({ workload, floors }) => {
    const computed = workload.steps.map((step) => {
      const { calls, seconds } = floorOf(step, 2000);
      return [step.scenario, calls, seconds];
    });
    expect(computed).toEqual(floors);
  },
);
