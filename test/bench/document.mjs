// Writes what a run has measured into docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { boundText, numberText, ratio, settingText } from "./report.mjs";

const path = join(import.meta.dirname, "../../docs/benchmarks.md");

/** @param {import("./types.d.ts").Report} report */
export function writeDocument(report) {
  writeBetween("measured", measuredText(report));
}

/** @param {import("./types.d.ts").Report["machine"]} machine @param {readonly import("./types.d.ts").EngineRow[]} rows */
export function writeEngineRows(machine, rows) {
  writeBetween("engine", engineTable(machine, rows));
}

/** @param {import("./types.d.ts").Report["machine"]} machine @param {readonly import("./types.d.ts").Figure[]} figures */
export function writeFleetFigures(machine, figures) {
  writeBetween("fleet", [`${machineText(machine)}.`, "", ...figureTable(figures)].join("\n"));
}

/** Replaces the text between two comments of the document. @param {string} name @param {string} measured */
export function writeBetween(name, measured) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no longer the comments ${begin} and ${end}`);
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${measured}\n${text.slice(to)}`);
}

/**
 * What was measured through the engine, as a table.
 * @param {import("./types.d.ts").Report["machine"]} machine
 * @param {readonly import("./types.d.ts").EngineRow[]} rows
 */
export function engineTable(machine, rows) {
  return [
    `${machineText(machine)}, load ${machine.load}.`,
    "",
    ...table(
      [
        "",
        "what",
        "how",
        "`--parallel`",
        "calls",
        "floor",
        "ratio",
        "at most",
        "seconds",
        "nothing",
        "floor",
        "ratio",
        "apart",
        "9 of 10",
        "ahead",
        "processor",
        "nothing",
        "memory",
        "nothing",
      ],
      rows.map((row) => [
        row.scenario,
        row.title,
        settingText(row),
        String(row.parallel),
        String(row.calls),
        String(row.floor.calls),
        boldIf(ratio(row.calls, row.floor.calls), row.isOver),
        String(row.atMost),
        row.seconds.toFixed(1),
        row.nothingSeconds.toFixed(1),
        row.floorSeconds.toFixed(1),
        ratio(row.seconds, row.floorSeconds),
        `${row.gapMs} ms`,
        `${row.longGapMs} ms`,
        String(row.checkedAhead),
        `${row.cpuSeconds.toFixed(1)} s`,
        `${row.nothingCpuSeconds.toFixed(1)} s`,
        `${row.peakMb.toFixed(0)} MB`,
        `${row.nothingPeakMb.toFixed(0)} MB`,
      ]),
    ),
  ].join("\n");
}

/** @param {import("./types.d.ts").Report["machine"]} machine */
export function machineText({ date, cpu, cores, memoryGb, node }) {
  return `Measured on ${date} in one run: ${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}`;
}

/**
 * What was measured, as tables.
 * @param {import("./types.d.ts").Report} report
 */
export function measuredText({ machine, rows, growth, figures }) {
  return [
    `${machineText(machine)}.`,
    "",
    ...table(
      ["", "what", "at once", "transition", "calls", "floor", "ratio", "at most", "seconds", "floor", "ratio", "at most", "throttled"],
      rows.map((row) => [
        row.scenario,
        row.title,
        String(row.inFlight),
        `${row.transitionMs / 1000} s`,
        String(row.calls),
        String(row.floor.calls),
        boldIf(ratio(row.calls, row.floor.calls), row.over.includes("calls")),
        row.bounds.calls?.toString() ?? "",
        row.seconds.toFixed(2),
        row.floor.seconds.toFixed(2),
        boldIf(ratio(row.seconds, row.floor.seconds), row.over.includes("seconds")),
        row.bounds.seconds?.toString() ?? "",
        boldIf(String(row.throttled), row.throttled > 0),
      ]),
    ),
    "",
    "The terms of each floor in calls, and of the floor in seconds with transitions of 2 s:",
    "",
    ...table(
      ["", "at once", "calls", "seconds"],
      rows
        .filter(({ transitionMs }) => transitionMs === 2000)
        .map((row) => [
          row.scenario,
          String(row.inFlight),
          row.floor.terms.map(({ calls, operation, why }) => `${calls} \`${operation}\` (${why})`).join(" + "),
          row.floor.secondsTerms,
        ]),
    ),
    "",
    ...figureTable(figures),
    "",
    "How cost grows with size, with transitions of 0.2 s:",
    "",
    ...table(
      ["", "what", "calls ÷ floor", "seconds", "seconds ÷ floor", "processor", "memory", "faster than linear"],
      growth.flatMap(({ scenario, sizes, over }) =>
        sizes.map(({ times, title, callsRatio, seconds, secondsRatio, cpuSeconds, aboveMb }) => [
          `${scenario} × ${times}`,
          title,
          callsRatio.toFixed(2),
          seconds.toFixed(2),
          secondsRatio.toFixed(2),
          `${cpuSeconds.toFixed(2)} s`,
          `${aboveMb.toFixed(0)} MB`,
          times === 1 ? (over.length === 0 ? "nothing" : `**${over.join(", ")}**`) : "",
        ]),
      ),
    ),
  ].join("\n");
}

/** @param {readonly import("./types.d.ts").Figure[]} figures */
function figureTable(figures) {
  return table(
    ["", "what", "measured", "bound", "beside"],
    figures.map(({ scenario, what, value, unit, bound, detail, over }) => [
      scenario,
      what,
      boldIf(`${numberText(value)} ${unit}`, over),
      boundText(bound),
      detail,
    ]),
  );
}

/** What is over its bound stands out. @param {string} text @param {boolean} isOver */
function boldIf(text, isOver) {
  return isOver ? `**${text}**` : text;
}

/** The lines of a table. @param {readonly string[]} head @param {readonly (readonly string[])[]} lines */
export function table(head, lines) {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
}
