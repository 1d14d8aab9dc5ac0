// S10: what processes that share a limit have needed, as lines for people and as tables of the document.
import { machineText, table, writeBetween } from "../document.ts";
import { apartMs } from "./cases.ts";
import type { Report, SharedEngineRun, SharedLimitRun, SharedLimits } from "../types.ts";

/** The columns of the table; the command prints the other two settings as well. */
const settings = [
  { answerMs: 5, apartMs: 0, text: "5 ms, together" },
  { answerMs: 150, apartMs, text: "150 ms, staggered" },
];

export function sharedLimitText(run: SharedLimitRun) {
  const { processes, calls, answerMs, seconds, cpuSeconds, failures } = run;
  const starts = run.apartMs === 0 ? "started together" : `started ${run.apartMs / 1000} s apart`;
  return [
    `S10  ${processes} × ${calls} calls, answers after ${answerMs} ms, ${starts}: ${cellOf(run)}`,
    `     ${seconds.toFixed(1)} s, processor ${cpuSeconds.toFixed(2)} s${failures.length > 0 ? `; the first failure: ${failures[0]}` : ""}`,
  ].join("\n");
}

export function sharedEngineText(run: SharedEngineRun) {
  const { engines, shares, work, seconds } = run;
  return `S10  ${work} of ${engines} stacks of ${shares} shares at once, by the engine: ${engineCells(run).join(", ")} (${seconds.toFixed(1)} s)`;
}

/** The tables of the document. */
export function sharedLimitTables(machine: Report["machine"], { runs, engines }: SharedLimits) {
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

/** Writes the tables. */
export function writeSharedLimit(machine: Report["machine"], measured: SharedLimits) {
  writeBetween("processes", sharedLimitTables(machine, measured));
}

function cellOf(run: SharedLimitRun | undefined) {
  if (run === undefined) return "";
  const failed = run.failures.length > 0 ? `, **${run.failures.length} failed**` : "";
  return `${run.ratio.toFixed(2)}, ${percentOf(run.throttled)}, ${run.spread.toFixed(2)}${failed}`;
}

function engineCells({ ratio, throttled, spread, failed }: SharedEngineRun) {
  return [ratio.toFixed(2), percentOf(throttled), spread.toFixed(2), failed > 0 ? `**${failed}**` : "0"];
}

function percentOf(fraction: number) {
  return `${(100 * fraction).toFixed(1)} %`;
}
