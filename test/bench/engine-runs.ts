// S2, S3 and S6 through the real engine: what it starts together depends on `--parallel`, on the order of the program, and on the state that it writes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { writePlugin } from "../../scripts/plugin/bundle.mjs";
import { classes, NODE_PROJECT, openProject } from "./engine.ts";
import { startTrace } from "./engine-trace.ts";
import { floorOf } from "./floor.ts";
import { manyAssociations, manyShares } from "./scenarios.ts";
import { callCountsOf, environmentOf, startService } from "./service.ts";
import { madeShares } from "./work.ts";
import type { Operations } from "./floor.ts";
import type { EngineMeasured, EngineNothing, EngineRow, EngineSetting, Start, Step, Work, Workload } from "./types.ts";

const require = createRequire(import.meta.url);
const { sharing: operations }: { readonly sharing: Operations } = require("../../dist/provider/client/index.js");

/** What was measured already with a provider that does nothing. */
type MeasuredNothing = Map<string, EngineNothing>;

/** The most calls through the engine, as a multiple of the floor: with shares, with associations, and with a busy core. */
const bounds = { shares: 1.2, associations: 1.5, busy: 2 };
/** How long transitions take in these runs, in milliseconds. */
const transitionMs = 1_000;

const bindings = ["dynamic", "plugin"] as const;

/** The program: what the file lists, in its order. */
const program = `
const classes = require(process.env.BENCH_CLASSES);
for (const { kind, name, inputs } of require("./wanted.json")) new classes[kind](name, inputs);
`;

/** The settings of a run, and the workload of each. */
export function engineRuns(isShort: boolean): { setting: EngineSetting; workload: Workload }[] {
  const quiet = { checkpoints: true, isBusy: false };
  if (isShort) {
    const busy = { checkpoints: true, isBusy: true };
    return [
      { setting: { ...busy, binding: "dynamic" }, workload: manyAssociations(100, 4, 16) },
      { setting: { ...busy, binding: "plugin" }, workload: manyShares(40, 40) },
    ];
  }
  const small = (binding: EngineSetting["binding"], inFlight: number) =>
    [manyShares(60, inFlight), ...both(100, 5, inFlight).map(withoutDestroy)].map((workload) => ({
      setting: { ...quiet, binding },
      workload,
    }));
  return [
    ...small("dynamic", 8),
    ...small("plugin", 8),
    ...small("dynamic", 16),
    ...small("plugin", 16),
    ...bindings.flatMap((binding) => [
      { setting: { ...quiet, binding }, workload: manyShares(100, 100) },
      ...both(200, 10, 100).map((workload) => ({ setting: { ...quiet, binding }, workload })),
      { setting: { ...quiet, binding, checkpoints: false }, workload: withoutDestroy(manyAssociations(200, 10, 100)) },
      { setting: { ...quiet, binding, isBusy: true }, workload: withoutDestroy(manyAssociations(200, 10, 100)) },
    ]),
    // How processor time and memory grow. The state that the engine writes would grow as well, and each write of it take longer.
    ...[2_000, 4_000].map((count) => ({
      setting: { ...quiet, binding: bindings[0], checkpoints: false },
      workload: withoutDestroy(manyAssociations(count, count / 100, 100)),
    })),
  ];
}

function both(count: number, shareCount: number, inFlight: number) {
  return [manyAssociations(count, shareCount, inFlight), manyAssociations(count, shareCount, inFlight, "interleaved")];
}

function withoutDestroy(workload: Workload): Workload {
  return { ...workload, steps: workload.steps.filter(({ work: what }) => what !== "destroy") };
}

/** Measures the runs one after another. */
export async function measureThroughEngine(
  runs: ReturnType<typeof engineRuns>,
  { only, onRow }: { only: ReadonlySet<string>; onRow: (row: EngineRow) => void },
) {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-bench-"));
  try {
    const plugin = join(folder, "plugin");
    await writePlugin(plugin);
    const measured: MeasuredNothing = new Map();
    for (const { setting, workload } of runs) {
      if (!workload.steps.some(({ scenario }) => only.has(scenario))) continue;
      const steps = workload.steps.filter(({ scenario, work: what }) => what === "up" || only.has(scenario));
      for (const row of await measureRun({ folder, plugin, setting, workload, steps, measured })) onRow(row);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRun({
  folder,
  plugin,
  setting,
  workload,
  steps,
  measured,
}: {
  folder: string;
  plugin: string;
  setting: EngineSetting;
  workload: Workload;
  steps: readonly Step[];
  measured: MeasuredNothing;
}): Promise<EngineRow[]> {
  const service = await startService(transitionMs);
  const core = setting.isBusy ? spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }) : undefined;
  try {
    const { address } = service;
    const shares = await madeShares(workload, address);
    const files = {
      "index.js": program,
      "wanted.json": JSON.stringify(workload.wanted(shares)),
      "classes.js": classes,
    };
    const env: Record<string, string> = setting.checkpoints ? {} : { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
    const ours = openProject(
      mkdtempSync(join(folder, "ours-")),
      { ...files, ...(setting.binding === "plugin" && { "Pulumi.yaml": pluginProject(plugin) }) },
      { ...env, ...environmentOf(address), BENCH_CLASSES: "pulumi-resourceshare" },
    );
    const nothing = openProject(mkdtempSync(join(folder, "nothing-")), files, { ...env, BENCH_CLASSES: "./classes.js" });
    for (const run of [ours, nothing]) await run(["stack", "init", "bench"]);
    const rows: EngineRow[] = [];
    for (const step of steps) {
      const command = commandOf(step.work, workload.inFlight);
      const key = JSON.stringify([step.title, workload.inFlight, setting.checkpoints, setting.isBusy]);
      const without = measured.get(key) ?? (await measureNothing(nothing, command, startTrace(folder), step.work));
      measured.set(key, without);
      // A window of the limits, so that no step pays for what the one before it has called.
      await setTimeout(1_100);
      await service.forget();
      const trace = startTrace(folder);
      const seconds = await ours(command, trace.env);
      // The account of the credentials is asked for once in each process; the floor counts the calls of the service itself.
      const calls = (await service.calls()).filter(({ operation }) => operation !== "GetCallerIdentity");
      const { starts, ...traced } = trace.read(step.work);
      rows.push(rowOf(step, { setting, workload }, starts, { ...callCountsOf(calls), ...traced, ...without, seconds }));
    }
    return rows;
  } finally {
    core?.kill("SIGKILL");
    await service.close();
  }
}

async function measureNothing(
  run: ReturnType<typeof openProject>,
  command: readonly string[],
  trace: ReturnType<typeof startTrace>,
  what: Work,
): Promise<EngineNothing> {
  const startedAt = Date.now();
  const nothingSeconds = await run(command, trace.env);
  const { starts, cpuSeconds } = trace.read(what);
  const startSeconds = ((starts[0]?.at ?? startedAt) - startedAt) / 1000;
  return { nothingSeconds, startSeconds, nothingCpuSeconds: cpuSeconds };
}

function rowOf(
  { scenario, title, terms, termsOfStarts, waves }: Step,
  { setting, workload }: { setting: EngineSetting; workload: Workload },
  starts: readonly Start[],
  measured: EngineMeasured,
): EngineRow {
  const floor = floorOf(termsOfStarts?.(starts, transitionMs) ?? terms, { transitionMs, waves, operations });
  const atMost = setting.isBusy ? bounds.busy : termsOfStarts === undefined ? bounds.shares : bounds.associations;
  const isOver = measured.calls > atMost * floor.calls;
  const floorSeconds = Math.max(measured.startSeconds + floor.seconds, measured.nothingSeconds);
  return { scenario, title, ...setting, parallel: workload.inFlight, transitionMs, floor, floorSeconds, atMost, isOver, ...measured };
}

function commandOf(what: Work, parallel: number) {
  return [what, "--yes", "--skip-preview", "--parallel", String(parallel)];
}

/** @param plugin its folder */
function pluginProject(plugin: string) {
  const providers = `plugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`;
  return `${NODE_PROJECT}${providers}config:\n  resourceshare:plugin:\n    value: true\n`;
}
