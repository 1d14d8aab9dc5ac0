// S10: what processes that share a limit have needed, as lines for people and as tables of the document.
import { machineText, table, writeBetween } from "../document.mjs";
import { apartMs } from "./cases.mjs";

/**
 * @typedef {import("../types.d.ts").SharedLimitRun} Run
 * @typedef {import("../types.d.ts").SharedEngineRun} EngineRun
 */

/** The columns of the table; the command prints the other two settings as well. */
const settings = [
  { answerMs: 5, apartMs: 0, text: "5 ms, together" },
  { answerMs: 150, apartMs, text: "150 ms, staggered" },
];

/** @param {Run} run */
export function sharedLimitText(run) {
  const { processes, calls, answerMs, seconds, cpuSeconds, failures } = run;
  const starts = run.apartMs === 0 ? "started together" : `started ${run.apartMs / 1000} s apart`;
  return [
    `S10  ${processes} × ${calls} calls, answers after ${answerMs} ms, ${starts}: ${cellOf(run)}`,
    `     ${seconds.toFixed(1)} s, processor ${cpuSeconds.toFixed(2)} s${failures.length > 0 ? `; the first failure: ${failures[0]}` : ""}`,
  ].join("\n");
}

/** @param {EngineRun} run */
export function sharedEngineText(run) {
  const { engines, shares, work, seconds } = run;
  return `S10  ${work} of ${engines} stacks of ${shares} shares at once, by the engine: ${engineCells(run).join(", ")} (${seconds.toFixed(1)} s)`;
}

/**
 * The tables of the document.
 * @param {import("../types.d.ts").Report["machine"]} machine
 * @param {import("../types.d.ts").SharedLimits} measured
 */
export function sharedLimitTables(machine, { runs, engines }) {
  const sizes = [...Map.groupBy(runs, ({ processes, calls }) => `${processes} × ${calls}`)];
  return [
    `${machineText(machine)}, load ${machine.load}.`,
    "",
    ...table(
      ["processes × calls", ...settings.map(({ text }) => text)],
      sizes.map(([size, own]) => [
        size,
        ...settings.map((setting) => cellOf(own.find((run) => run.answerMs === setting.answerMs && run.apartMs === setting.apartMs))),
      ]),
    ),
    "",
    ...table(
      ["stacks × shares", "command", "time", "throttled", "spread", "failed"],
      engines.map((run) => [`${run.engines} × ${run.shares}`, `\`pulumi ${run.work}\``, ...engineCells(run)]),
    ),
  ].join("\n");
}

/**
 * Writes the tables.
 * @param {import("../types.d.ts").Report["machine"]} machine
 * @param {import("../types.d.ts").SharedLimits} measured
 */
export function writeSharedLimit(machine, measured) {
  writeBetween("processes", sharedLimitTables(machine, measured));
}

/** @param {Run | undefined} run */
function cellOf(run) {
  if (run === undefined) return "";
  const failed = run.failures.length > 0 ? `, **${run.failures.length} failed**` : "";
  return `${run.ratio.toFixed(2)}, ${percentOf(run.throttled)}, ${run.spread.toFixed(2)}${failed}`;
}

/** @param {EngineRun} run */
function engineCells({ ratio, throttled, spread, failed }) {
  return [ratio.toFixed(2), percentOf(throttled), spread.toFixed(2), failed > 0 ? `**${failed}**` : "0"];
}

/** @param {number} fraction */
function percentOf(fraction) {
  return `${(100 * fraction).toFixed(1)} %`;
}
