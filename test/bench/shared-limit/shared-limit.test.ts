import { expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare, UpdateResourceShare } from "../../../provider/api/shares.ts";
import type { SharedLimitRun } from "../types.ts";
import { callsPerSecond } from "./caller.ts";
import { apartMs, runOf } from "./cases.ts";
import { sharedLimitTables } from "./report.ts";

const machine = { cpu: "a processor", cores: 2, memoryGb: 8, node: "v24.0.0", date: "2026-01-01", load: "0.1" };
const setting = { processes: 2, calls: 4, answerMs: 5, apartMs: 1000 };
const run: SharedLimitRun = { ...setting, seconds: 4, ratio: 5, throttled: 0.2, spread: 2, failures: [], cpuSeconds: 0.08 };

it("computes what processes have needed from their results and the service's log", () => {
  const call = (number: number, at: number, process: number, code?: string) => ({
    ...{ number, at, operation: "UpdateResourceShare", parameters: { ResourceShareName: `process-${process}-call-0` } },
    ...(code === undefined ? {} : { code }),
  });
  const log = [
    call(1, 1000, 0),
    call(2, 1100, 1, "Throttling.User"),
    call(3, 2000, 1),
    { ...call(4, 2100, 1), operation: "DescribeRegions" },
  ];
  const results = [
    { startedAt: 1000, endedAt: 2000, cpuSeconds: 0.1, failures: [] },
    { startedAt: 1000, endedAt: 3000, cpuSeconds: 0.2, failures: ["refused"] },
  ];
  const { cpuSeconds, ...rest } = runOf({ ...setting, calls: 1, apartMs: 0 }, results, log);
  expect(rest).toEqual({
    ...{ processes: 2, calls: 1, answerMs: 5, apartMs: 0, seconds: 2, ratio: 10, throttled: 1 / 3, spread: 2, failures: ["refused"] },
  });
  expect(cpuSeconds).toBeCloseTo(0.3);
});

it("uses the published limit of the operations that it measures", () => {
  for (const { limit } of [UpdateResourceShare, CreateResourceShare, DeleteResourceShare])
    expect(limit).toEqual({ calls: callsPerSecond, windowMs: 1000 });
});

it("writes a row for each size, and highlights failures", () => {
  const failing = { ...run, answerMs: 150, apartMs, failures: ["refused"] };
  const engine = { engines: 2, shares: 40, work: "up" as const, seconds: 9, ratio: 1.1, throttled: 0.05, spread: 1.02, failed: 1 };
  const lines = sharedLimitTables(machine, { runs: [{ ...run, apartMs: 0 }, failing], engines: [engine], failed: 2 }).split("\n");
  expect(lines[0]).toBe("Measured on 2026-01-01 in one run: a processor, 2 cores, 8 GB, Node v24.0.0, load 0.1.");
  expect(lines).toContain("| 2 × 4 | 5.00, 20.0 %, 2.00 | 5.00, 20.0 %, 2.00, **1 failed** |");
  expect(lines).toContain("| 2 × 40 | `pulumi up` | 1.10 | 5.0 % | 1.02 | **1** |");
});
