import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare, UpdateResourceShare } from "../../../provider/api/shares.ts";
import type { SharedLimitRun } from "../types.d.ts";
import { callsPerSecond } from "./caller.mjs";
import { apartMs, runOf } from "./cases.mjs";
import { sharedLimitPicture } from "./plot.mjs";
import { sharedLimitTables } from "./report.mjs";
import { completionSeries, rateSeries } from "./series.mjs";

const machine = { cpu: "a processor", cores: 2, memoryGb: 8, node: "v24.0.0", date: "2026-01-01", load: "0.1" };
/** Two processes of four calls that start a second apart; the second one is twice as fast. */
const setting = { processes: 2, calls: 4, answerMs: 5, apartMs: 1000 };
const accepted = [
  ...[1, 2, 3, 4].map((seconds) => ({ process: 0, seconds })),
  ...[1.5, 2, 2.5, 3].map((seconds) => ({ process: 1, seconds })),
];
const run: SharedLimitRun = { ...setting, seconds: 4, ratio: 5, throttled: 0.2, spread: 2, failures: [], cpuSeconds: 0.08, accepted };

describe("the series of the plot", () => {
  it("starts each curve at the start of its process, and ends it with all of its calls", () => {
    const [first, second] = completionSeries(accepted.toReversed(), setting);
    expect(first).toEqual([0, 1, 2, 3, 4].map((x) => ({ x, y: x / 4 })));
    expect(second?.at(0)).toEqual({ x: 1, y: 0 });
    expect(second?.at(-1)).toEqual({ x: 3, y: 1 });
  });

  it("computes rates over a window around each second, cut at the start and at the end of the process", () => {
    const [first, second] = rateSeries(accepted, setting, 2);
    expect(first).toEqual([
      { x: 0, y: 1 },
      { x: 1, y: 1 },
      { x: 2, y: 1.5 },
      { x: 3, y: 1.5 },
    ]);
    expect(second?.map(({ x }) => x)).toEqual([1, 2]);
  });

  it("draws nothing for a process whose calls have all failed", () => {
    expect(completionSeries([], { ...setting, processes: 1 })).toEqual([[{ x: 0, y: 0 }]]);
    expect(rateSeries([], { ...setting, processes: 1 }, 2)).toEqual([[]]);
  });
});

describe("the picture of shared limits", () => {
  const picture = sharedLimitPicture([{ ...run, apartMs: 0 }, run], callsPerSecond);

  it("has two panels for each run, with a curve for each process and titles of both axes", () => {
    expect(picture.match(/<polyline/g)).toHaveLength(8);
    expect(picture.match(/seconds since the first start/g)).toHaveLength(4);
    for (const title of ["calls done", "calls a second", "Calls done, started together", "Rate, started 1 s apart"])
      expect(picture).toContain(`>${title}<`);
  });

  it("has a legend that names each process and the dashed line", () => {
    const legend = Array.from(picture.matchAll(/<line class="([^"]+)" [^>]*\/>\n {2}<text [^>]*>([a-z][^<]*)</g), (match) =>
      match.slice(1),
    );
    expect(legend).toEqual([
      ["curve c0", "process 1"],
      ["curve c1", "process 2"],
      ["fair", "equal share"],
    ]);
  });

  it("has colours for dark backgrounds, and no number that is not finite", () => {
    expect(picture).toContain("prefers-color-scheme: dark");
    expect(picture).not.toMatch(/NaN|Infinity/);
  });
});

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
  const { accepted: calls, cpuSeconds, ...rest } = runOf({ ...setting, calls: 1, apartMs: 0 }, results, log);
  expect(rest).toEqual({
    ...{ processes: 2, calls: 1, answerMs: 5, apartMs: 0, seconds: 2, ratio: 10, throttled: 1 / 3, spread: 2, failures: ["refused"] },
  });
  expect(cpuSeconds).toBeCloseTo(0.3);
  expect(calls).toEqual([
    { process: 0, seconds: 0 },
    { process: 1, seconds: 1 },
  ]);
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
