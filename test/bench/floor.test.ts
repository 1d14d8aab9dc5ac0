import { describe, expect, it } from "vitest";
import { sharing as operations } from "../../provider/api/operations.ts";
import { floorOf, overWaves, pagesOf } from "./floor.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";

/** The calls of each scenario's steps, as the floor counts them. */
const callsOf = (workload: ReturnType<typeof oneShare>) =>
  workload.steps.map((step) => [step.scenario, floorOf(step.terms, { transitionMs: 200, waves: step.waves, operations }).calls]);

describe("the floor", () => {
  it("counts a page for five shares, and one more for each hundred records of them", () => {
    expect([pagesOf(1, 5), pagesOf(5, 20), pagesOf(5, 21), pagesOf(6, 5), pagesOf(200, 5)]).toEqual([1, 1, 2, 2, 40]);
  });

  it("batches only calls that are in flight together", () => {
    const items = Array.from({ length: 20 }, (_, index) => index);
    expect(overWaves(items, 8, (wave) => Math.ceil(wave.length / 5))).toBe(2 + 2 + 1);
    expect(overWaves(items, 100, (wave) => Math.ceil(wave.length / 5))).toBe(4);
  });

  const limited = { write: { limit: { calls: 10, windowMs: 1000 } }, read: { limit: { calls: 20, windowMs: 1000 } } };
  const secondsOf = (calls: Readonly<Record<string, number>>, transitionMs: number, waves: number) => {
    const terms = Object.entries(calls).map(([operation, count]) => ({ operation, calls: count, why: "" }));
    return floorOf(terms, { transitionMs, waves, operations: limited }).seconds;
  };

  it("passes the first window of calls at once, and adds one transition", () => {
    expect(secondsOf({ write: 200 }, 2000, 2)).toBe(19 + 2);
    expect(secondsOf({ write: 10 }, 0, 1)).toBe(0);
  });

  it("limits the calls of each region separately", () => {
    const terms = [{ operation: "write", calls: 200, why: "" }];
    const floor = floorOf(terms, { transitionMs: 2000, waves: 1, operations: limited, regions: 2 });
    expect(floor).toMatchObject({ calls: 200, seconds: 9 + 2, secondsTerms: expect.stringContaining("in each of 2 regions") as string });
    expect(callsOf(manyShares(200, 100, ["cn-hangzhou", "cn-beijing"]))).toEqual([
      ["S2", 2 + 200 + 80 + 2 * 2 * 3 + 2 * 2],
      ["S4", 40 + 80],
      ["S6", 200 + 40],
    ]);
  });

  it("takes the slowest operation, not the sum", () => {
    expect(secondsOf({ read: 100, write: 60 }, 0, 1)).toBe(5);
  });

  it("counts transitions that run one after another where they take longer than the limits", () => {
    expect(secondsOf({ write: 20 }, 2000, 10)).toBe(20);
  });

  it("rejects an operation without a declared limit", () => {
    expect(() => secondsOf({ nothing: 1 }, 0, 0)).toThrow("no limit is declared");
  });

  it("matches the scenarios' costs computed by hand", () => {
    expect(callsOf(oneShare(500))).toEqual([["S1", 1 + 1 + 99 + 10 + 1 + 1]]);
    expect(callsOf(manyShares(200, 100))).toEqual([
      ["S2", 1 + 200 + 80 + 10 + 2],
      ["S4", 40 + 80],
      ["S6", 200 + 40],
    ]);
    expect(callsOf(manyAssociations(1000, 20, 100))).toEqual([
      ["S3", 100 + 20],
      ["S4", 20],
      ["S6", 100 + 20],
    ]);
  });
});
