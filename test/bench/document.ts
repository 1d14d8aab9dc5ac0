// Writes what a run has measured into docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { boundText, numberText, ratio } from "./report.ts";
import type { EngineRow, Figure, Growth, Report } from "./types.ts";

/** The scenario that only reads. */
const REFRESH = "S4";

const path = join(import.meta.dirname, "../../docs/benchmarks.md");

export function writeDocument(report: Report) {
  writeBetween("measured", measuredText(report));
}

export function writeEngineRows(machine: Report["machine"], rows: readonly EngineRow[]) {
  writeBetween("engine", engineTable(machine, rows));
}

/** Replaces the text between two comments of the document. */
function writeBetween(name: string, measured: string) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no longer the comments ${begin} and ${end}`);
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${measured}\n${text.slice(to)}`);
}

/** What was measured through the engine, as a table with a row for all settings of a scenario and a binding. */
function engineTable(machine: Report["machine"], rows: readonly EngineRow[]) {
  const groups = [...Map.groupBy(rows, ({ scenario, binding }) => `${scenario} ${binding}`).values()];
  return [
    `${machineText(machine)}, load ${machine.load}.`,
    "",
    ...table(
      ["", "binding", "calls ÷ floor", "seconds ÷ floor", "processor time above nothing"],
      groups.map((own) => [
        own[0]?.scenario ?? "",
        own[0]?.binding ?? "",
        boldIf(
          rangeText(own.map(({ calls, floor }) => calls / floor.calls)),
          own.some(({ isOver }) => isOver),
        ),
        rangeText(own.map(({ seconds, floorSeconds }) => seconds / floorSeconds)),
        `${rangeText(own.map(({ cpuSeconds, nothingCpuSeconds }) => cpuSeconds - nothingCpuSeconds))} s`,
      ]),
    ),
  ].join("\n");
}

/** The least and the most of some numbers. */
function rangeText(values: readonly number[]) {
  const [least, most] = [Math.min(...values).toFixed(2), Math.max(...values).toFixed(2)];
  return least === most ? least : `${least} to ${most}`;
}

function machineText({ date, cpu, cores, memoryGb, node }: Report["machine"]) {
  return `Measured on ${date} in one run: ${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}`;
}

/**
 * What was measured, as tables: what changes something with the longest transitions, and the figures with a bound. The command prints the rest.
 */
function measuredText({ machine, rows, growth, figures }: Report) {
  const longestMs = Math.max(...rows.map(({ transitionMs }) => transitionMs));
  return [
    `${machineText(machine)}, with transitions of ${longestMs / 1000} s.`,
    "",
    ...table(
      ["", "what", "at once", "calls", "÷ floor", "seconds", "÷ floor"],
      rows
        .filter(({ scenario, transitionMs }) => transitionMs === longestMs && scenario !== REFRESH)
        .map((row) => [
          row.scenario,
          row.title,
          String(row.inFlight),
          row.throttled > 0 ? `${row.calls}, **${row.throttled} throttled**` : String(row.calls),
          boldIf(ratio(row.calls, row.floor.calls), row.over.includes("calls")),
          row.seconds.toFixed(1),
          boldIf(ratio(row.seconds, row.floor.seconds), row.over.includes("seconds")),
        ]),
    ),
    "",
    ...figureTable(figures.filter(({ bound }) => boundText(bound) !== "")),
    "",
    `What grows faster than the size: ${growth.map(growthText).join("; ")}.`,
  ].join("\n");
}

function growthText({ scenario, sizes, over }: Growth) {
  return `${scenario} × ${sizes.at(-1)?.times} ${over.length === 0 ? "nothing" : `**${over.join(", ")}**`}`;
}

function figureTable(figures: readonly Figure[]) {
  return table(
    ["", "what", "measured", "bound"],
    figures.map(({ scenario, what, value, unit, bound, over }) => [
      scenario,
      what,
      boldIf(`${numberText(value)} ${unit}`, over),
      boundText(bound),
    ]),
  );
}

/** What is over its bound stands out. */
function boldIf(text: string, isOver: boolean) {
  return isOver ? `**${text}**` : text;
}

/** The lines of a table. */
function table(head: readonly string[], lines: readonly (readonly string[])[]) {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
}
