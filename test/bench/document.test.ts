import { expect, it } from "vitest";
import { engineTable, measuredText } from "./document.ts";
import type { EngineRow, Report } from "./types.ts";

const row = {
  scenario: "S1",
  title: "one share",
  transitionMs: 2000,
  inFlight: 1,
  floor: { calls: 100, terms: [{ operation: "write", calls: 100, why: "all of it" }], seconds: 10, secondsTerms: "100 write at 10/s" },
  bounds: { calls: 1.15, seconds: 1.2 },
  calls: 120,
  throttled: 0,
  byOperation: { write: 120 },
  seconds: 11,
  cpuSeconds: 0.5,
  peakMb: 100,
  over: ["calls"],
};
const size = { title: "one share", callsRatio: 1, seconds: 10, secondsRatio: 1, cpuSeconds: 0.5, aboveMb: 10 };
const report: Report = {
  machine: { cpu: "a processor", cores: 2, memoryGb: 8, node: "v24.0.0", date: "2026-01-01", load: "0.1" },
  rows: [row],
  growth: [{ scenario: "S1", sizes: [1, 2, 4].map((times) => ({ times, ...size })), over: ["memory"] }],
  figures: [
    { scenario: "S5", what: "a preview", value: 1.1, unit: "x", bound: { atMost: 1.15 }, detail: "1.1 s beside 1.0 s", over: false },
    { scenario: "S7", what: "calls", value: 0.5, unit: "x", bound: { atLeast: 0.7 }, detail: "1 beside 2", over: true },
  ],
};
const lines = measuredText(report).split("\n");

it("names the machine and the date", () => {
  expect(lines[0]).toBe("Measured on 2026-01-01 in one run: a processor, 2 cores, 8 GB, Node v24.0.0, with transitions of 2 s.");
});

it("shows each figure beside its floor, and highlights one over its bound", () => {
  expect(lines).toContain("| S1 | one share | 1 | 120 | **1.20** | 11.0 | 1.10 |");
  expect(lines).toContain("| S5 | a preview | 1.10 x | at most 1.15 |");
  expect(lines).toContain("| S7 | calls | **0.50 x** | at least 0.7 |");
});

it("leaves out refreshes, rows with shorter transitions, and figures without a bound", () => {
  const figure = { scenario: "S9", what: "an up", value: 3, unit: "s", bound: {}, detail: "", over: false };
  const more = {
    ...report,
    rows: [row, { ...row, title: "sooner", transitionMs: 200 }, { ...row, scenario: "S4" }],
    figures: [...report.figures, figure],
  };
  expect(measuredText(more)).toBe(lines.join("\n"));
});

it("shows throttled calls", () => {
  expect(measuredText({ ...report, rows: [{ ...row, throttled: 3 }] })).toContain("| 120, **3 throttled** |");
});

it("reports for each scenario what grows faster than its size", () => {
  expect(lines).toContain("What grows faster than the size: S1 × 4 **memory**.");
});

it("writes tables of complete rows", () => {
  const tables = lines
    .join("\n")
    .split("\n\n")
    .filter((part) => part.startsWith("|"));
  const widths = tables.map((table) => new Set(table.split("\n").map((line) => line.split(" | ").length)).size);
  expect(widths).toEqual([1, 1]);
});

it("shows the range of a scenario through the engine, and highlights calls over their bound", () => {
  const engineRow: EngineRow = {
    ...{
      scenario: "S3",
      title: "many associations",
      binding: "plugin",
      checkpoints: false,
      isBusy: true,
      parallel: 16,
      transitionMs: 1000,
    },
    ...{
      floor: row.floor,
      floorSeconds: 12,
      nothingSeconds: 12,
      startSeconds: 2,
      nothingCpuSeconds: 0.9,
      atMost: 1.5,
      isOver: true,
      calls: 160,
      throttled: 0,
      byOperation: {},
    },
    ...{ seconds: 15, cpuSeconds: 1.5 },
  };
  const other = { ...engineRow, calls: 110, isOver: false, seconds: 12 };
  const [measured, , , , one] = engineTable(report.machine, [engineRow, other]).split("\n");
  expect(measured).toBe("Measured on 2026-01-01 in one run: a processor, 2 cores, 8 GB, Node v24.0.0, load 0.1.");
  expect(one).toBe("| S3 | plugin | **1.10 to 1.60** | 1.00 to 1.25 | 0.60 s |");
});
