// What people do most, each beside the floor that the service's limits leave; docs/benchmarks.md describes what is measured and how.
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { writeDocument, writeEngineRows } from "./document.ts";
import { engineRuns, measureThroughEngine } from "./engine-runs.ts";
import { figures } from "./figures.ts";
import { measure } from "./measure.ts";
import { engineText, figureText, growthText, textOf } from "./report.ts";
import { measureGrowth } from "./scale.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";
import type { EngineRow, Figure, Growth, Row } from "./types.ts";

const { values: options } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    engine: { type: "boolean", default: false },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const known = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "scale"];
const only = new Set(options.only?.split(",") ?? known);
for (const name of only) if (!known.includes(name)) throw new Error(`there is no ${name}; there are ${known.join(", ")}`);
if (options.write && (options.short || options.only !== undefined)) throw new Error("the document is written from a whole run");

const twoRegions = ["cn-hangzhou", "cn-beijing"];
const workloads = options.short
  ? [oneShare(250), manyShares(40, 40), manyAssociations(200, 4, 8), manyAssociations(200, 4, 100)]
  : [oneShare(500), manyShares(200, 100), manyShares(200, 100, twoRegions), manyAssociations(1000, 20, 8), manyAssociations(1000, 20, 100)];
const printLine = (text: string) => void process.stdout.write(`${text}\n`);
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
  load: loadavg()[0]?.toFixed(1) ?? "unknown",
};
printLine(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, ${machine.date}\n`);

if (options.engine) {
  await runThroughEngine();
  process.exit();
}

const rows: Row[] = [];
for (const transitionMs of options.short ? [200] : [200, 2000]) {
  for (const workload of workloads) {
    const measureWorkload = () => measure(workload, { transitionMs, only });
    let measured = await measureWorkload();
    // Where a machine stands still for a moment, calls miss the one that they would have joined: what is over twice is over.
    if (options.short && measured.some(isOverCalls)) {
      for (const row of measured) printLine(textOf(row));
      printLine("Over its bound of calls; once more, in case the machine stood still.\n");
      measured = await measureWorkload();
    }
    for (const row of measured) {
      rows.push(row);
      printLine(`${textOf(row)}\n`);
    }
  }
}

const growth: Growth[] = [];
const others: Figure[] = [];
if (!options.short) {
  for (const scenario of only.has("scale") ? ["S1", "S2", "S3"] : []) {
    const one = await measureGrowth(scenario);
    growth.push(one);
    printLine(`${growthText(one)}\n`);
  }
  for (const [scenario, measureFigures] of Object.entries(figures)) {
    if (!only.has(scenario)) continue;
    const measured = await measureFigures();
    others.push(...measured);
    for (const figure of measured) printLine(figureText(figure));
  }
}

if (options.write) writeDocument({ machine, rows, growth, figures: others });
// Calls are exact and hold; times depend on the machine and are reported.
if (rows.some(isOverCalls)) process.exitCode = 1;
printLine(overText());

/** S2, S3 and S6 through the engine; `--only` names which. */
async function runThroughEngine() {
  const measured: EngineRow[] = [];
  await measureThroughEngine(engineRuns(options.short), {
    only: options.only === undefined ? new Set(["S2", "S3", "S6"]) : only,
    onRow: (row) => {
      measured.push(row);
      printLine(engineText(row));
    },
  });
  if (options.write) writeEngineRows(machine, measured);
  if (measured.some(({ isOver }) => isOver)) process.exitCode = 1;
}

function isOverCalls({ over }: Row) {
  return over.includes("calls");
}

function overText() {
  const missed = [
    ...rows.flatMap(({ scenario, over, transitionMs }) => over.map((what) => `${scenario} ${what} (${transitionMs / 1000} s)`)),
    ...growth.flatMap(({ scenario, over }) => over.map((what) => `${scenario} scale of ${what}`)),
    ...others.filter(({ over }) => over).map(({ scenario, what }) => `${scenario} ${what}`),
  ];
  return missed.length === 0 ? "Every bound is kept." : `Over their bound: ${missed.join("; ")}.`;
}
