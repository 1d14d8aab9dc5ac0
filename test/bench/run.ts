// What people do most, each beside the floor that the service's limits leave; docs/benchmarks.md describes what is measured and how.
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { measureCallers } from "./client.ts";
import { measurePreviews, measureThroughEngine } from "./engine.ts";
import { measureProcesses } from "./processes.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";
import { simulate } from "./simulated-time.ts";

const { values: options } = parseArgs({ options: { short: { type: "boolean", default: false }, only: { type: "string" } } });
const isShort = options.short;

/** What is measured, by the name that `--only` takes: each prints the table of docs/benchmarks.md. */
const parts = { calls: measureCalls, engine: measureEngine, preview: measurePreview, client: measureClient, processes: measureProcess };

const chosen = Object.entries(parts).filter(([name]) => name === (options.only ?? name));
if (chosen.length === 0) throw new Error(`--only is ${options.only}; it can be ${Object.keys(parts).join(", ")}`);
const [cpu, memoryGb, date] = [cpus()[0]?.model, Math.round(totalmem() / 2 ** 30), new Date().toISOString().slice(0, 10)];
print(`Measured on ${date}: ${cpu}, ${cpus().length} cores, ${memoryGb} GB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}.`);
for (const [, measure] of chosen) await measure();

async function measureCalls() {
  const workloads = [
    oneShare(500),
    manyShares(200, 100),
    manyShares(200, 100, ["cn-hangzhou", "cn-beijing"]),
    manyAssociations(1000, 20, 8),
    manyAssociations(1000, 20, 100),
  ];
  const rows: string[][] = [];
  for (const workload of isShort ? [manyShares(40, 40)] : workloads) {
    const steps = workload.steps.filter(({ command }) => command !== "refresh");
    for (const { step, calls, throttled, seconds, floor } of await simulate({ ...workload, steps }, { transitionMs: 2_000 })) {
      const isOverSeconds = seconds > (step.atMost.seconds ?? Infinity) * floor.seconds;
      rows.push([
        step.scenario,
        titleOf(step.command, workload.title),
        String(workload.inFlight),
        callsText(calls, throttled),
        callsRatio(calls, floor.calls, calls > (step.atMost.calls ?? Infinity) * floor.calls),
        seconds.toFixed(1),
        boldIf(isOverSeconds, (seconds / floor.seconds).toFixed(2)),
      ]);
    }
  }
  printTable(["", "what", "at once", "calls", "÷ floor", "seconds", "÷ floor"], rows);
}

async function measureEngine() {
  const rows = (await measureThroughEngine(isShort)).map(({ step, workload, floor, nothingSeconds, dynamic, plugin }) => {
    const [ours, theirs] = [dynamic, plugin].map(
      ({ calls, throttled, seconds, isOver }) =>
        `${callsText(calls, throttled)} (${callsRatio(calls, floor.calls, isOver)}), ${seconds.toFixed(1)} s`,
    );
    const floorText = `${floor.calls}, ${floor.seconds.toFixed(1)} s`;
    const title = titleOf(step.command, workload.title);
    return [step.scenario, title, String(workload.inFlight), floorText, ours ?? "", theirs ?? "", `${nothingSeconds.toFixed(1)} s`];
  });
  printTable(["", "what", "at once", "floor", "dynamic", "plugin", "nothing"], rows);
}

async function measurePreview() {
  const { seconds, nothingSeconds, calls, bytes } = await measurePreviews(
    isShort ? { resources: 100, runs: 1 } : { resources: 1000, runs: 5 },
  );
  const detail = `${seconds.toFixed(2)} s beside ${nothingSeconds.toFixed(2)} s, ${calls} calls`;
  printFigures([
    ["S5", "preview of 1,000 resources without a change, beside nothing", seconds / nothingSeconds, 1.15, detail],
    ["S5", "bytes of a ShareAssociation of one entity in the state", bytes, 1500, ""],
  ]);
}

async function measureClient() {
  const { ours, vendor } = await measureCallers(isShort ? { runs: 1, seconds: 0.5 } : { runs: 5, seconds: 2 });
  const detail = `${ours.cpuMs.toFixed(3)} ms beside ${vendor.cpuMs.toFixed(3)} ms; ${ours.perSecond.toFixed(0)} calls a second beside ${vendor.perSecond.toFixed(0)}`;
  printFigures([["S7", "processor time of a call, beside @alicloud/openapi-core", ours.cpuMs / vendor.cpuMs, 0.5, detail]]);
}

async function measureProcess() {
  const { nothing, dynamic, plugin } = await measureProcesses(isShort ? { runs: 1, resources: 100 } : { runs: 5, resources: 1000 });
  printFigures([
    ["S8", "dynamic provider: milliseconds to the first answer, above nothing", dynamic.startMs - nothing.startMs, 80, ""],
    ["S8", "dynamic provider: megabytes with 1,000 resources, above nothing", dynamic.mb - nothing.mb, 60, ""],
    ["S9", "plugin: milliseconds to the first answer", plugin.startMs, 1000, ""],
    ["S9", "plugin: megabytes with 1,000 resources", plugin.mb, 250, ""],
  ]);
}

function titleOf(command: string, title: string) {
  return command === "destroy" ? `destroy of ${title}` : title;
}

function callsText(calls: number, throttled: number) {
  return throttled > 0 ? `${calls}, **${throttled} throttled**` : String(calls);
}

/** Calls are exact and hold; times depend on the machine and are reported. */
function callsRatio(calls: number, floor: number, isOver: boolean) {
  if (isOver) process.exitCode = 1;
  return boldIf(isOver, (calls / floor).toFixed(2));
}

function printFigures(figures: readonly (readonly [scenario: string, what: string, value: number, atMost: number, detail: string])[]) {
  const rows = figures.map(([scenario, what, value, atMost, detail]) => {
    const text = boldIf(value > atMost, value < 10 ? value.toFixed(2) : value.toFixed(0));
    return [scenario, what, detail === "" ? text : `${text} (${detail})`, String(atMost)];
  });
  printTable(["", "what", "measured", "at most"], rows);
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  print(`\n${lines.join("\n")}`);
}

/** What is over its bound stands out. */
function boldIf(isOver: boolean, text: string) {
  return isOver ? `**${text}**` : text;
}

function print(text: string) {
  process.stdout.write(`${text}\n`);
}
