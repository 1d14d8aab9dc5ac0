import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Lease } from "../../../provider/resources/share/lease.ts";
import { anyOrder } from "./property.ts";

describe("a run in any order of requests, answers and timers", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("ends with the same world and the same state", async () => {
    const result = await fc.check(anyOrder(), { seed: 1, numRuns: 300, endOnFailure: true });
    expect(result.failed, fc.defaultReportMessage(result)).toBe(false);
  }, 300_000);

  it("is repeated to the byte by its seed", async () => {
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

  it("fails when the end of a creation does not wait for a renewal of its lease", async () => {
    const release = Object.getOwnPropertyDescriptor(Lease.prototype, "release")?.value as Lease["release"];
    vi.spyOn(Lease.prototype, "release").mockImplementation(async function released(this: Lease, id) {
      void release.call(this, id);
    });
    expect((await fc.check(anyOrder(), { seed: 1, numRuns: 300, endOnFailure: true })).failed).toBe(true);
  }, 300_000);
});
