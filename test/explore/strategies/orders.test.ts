import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyOrder } from "./orders.ts";

describe("a run in any order of requests, answers and timers", () => {
  it("ends a simulated run with the same world and state in any order of requests, answers and timers", async () => {
    const result = await fc.check(anyOrder(), { seed: 1, numRuns: 300, endOnFailure: true });
    expect(result.failed, fc.defaultReportMessage(result)).toBe(false);
  }, 300_000);

  it("repeats the log of a simulated run exactly for the same seed", async () => {
    const logsOf = async (seed: number) => {
      const logs: string[] = [];
      await fc.assert(
        anyOrder((log) => logs.push(log)),
        { seed, numRuns: 5, endOnFailure: true },
      );
      return logs;
    };
    const logs = await logsOf(2);
    expect(await logsOf(2)).toEqual(logs);
    expect(await logsOf(3)).not.toEqual(logs);
  }, 60_000);
});
