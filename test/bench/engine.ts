// Programs on the real engine, beside the same programs on a provider that does nothing.
import { setTimeout } from "node:timers/promises";
import type { SimulatorOptions } from "../../simulator/index.ts";
import { type BindingName, openBinding } from "../engine/binding.ts";
import { Project } from "../engine/pulumi.ts";
import { startService } from "../engine/service.ts";
import { floorOf, type Floor } from "./floor.ts";
import { type DesiredResource, manyAssociations, manyShares, oneShare, type Step, type Workload } from "./scenarios.ts";
import { createShares, limitedService } from "./service.ts";

/** How long transitions take in these runs, in milliseconds. */
const transitionMs = 1_000;

/**
 * The workloads, with the most calls of each scenario as a multiple of its floor: on a busy machine operations start further apart than on another.
 * `simulated-time.test.ts` has narrower bounds.
 */
const full: readonly [Workload, Readonly<Record<string, number>>][] = [
  [oneShare(500), { S1: 1.5 }],
  [manyShares(100, 100), { S2: 1.5, S6: 1.5 }],
  [manyAssociations(200, 10, 100), { S3: 4, S6: 8 }],
];
const short: typeof full = [
  [manyShares(40, 40), { S2: 1.5, S6: 1.5 }],
  [manyAssociations(100, 4, 16), { S3: 4 }],
];

/** The code of a dynamic provider that does nothing. */
export const nothing =
  "exports.handler=()=>({configure:async()=>{},check:async(olds,news)=>({inputs:news,failures:[]}),diff:async()=>({changes:false})," +
  "create:async(inputs)=>({id:inputs.__urn,outs:inputs}),read:async(id,props)=>({id,props}),update:async(id,olds,news)=>({outs:news})," +
  "delete:async()=>{}})";

/** The classes as far as a program sees them, on a provider that does nothing. */
const nothingClasses = `
const pulumi = require("@pulumi/pulumi");
const kind = (name, outputs) => class extends pulumi.CustomResource {
  constructor(resource, args, options) {
    const named = Object.fromEntries(outputs.map((output) => [output, undefined]));
    const own = { __provider: ${JSON.stringify(nothing)}, __urn: pulumi.createUrn(resource, "pulumi-nodejs:dynamic/nothing:" + name) };
    super("pulumi-nodejs:dynamic/nothing:" + name, resource, { ...named, ...args, ...own }, options);
  }
};
const rs = {
  ResourceShare: kind("ResourceShare", ["owner", "status", "createTime", "updateTime", "associations"]),
  ShareAssociation: kind("ShareAssociation", ["associations"]),
};
`;

/** Undoes what makes the processes of tests start faster than those of a user. */
const userEnvironment = { NODE_OPTIONS: "", NODE_DISABLE_COMPILE_CACHE: "1", GOGC: "100" };

/** One command through the engine. */
interface EngineRun {
  readonly calls: number;
  readonly throttled: number;
  /** The whole command, with the start of the program and of the provider. */
  readonly seconds: number;
  readonly isOver: boolean;
}

/** One step through the engine, with each binding. */
interface EngineRow extends Readonly<Record<BindingName, EngineRun>> {
  readonly step: Step;
  readonly workload: Workload;
  readonly floor: Floor;
  /** The same command on a provider that does nothing. */
  readonly nothingSeconds: number;
}

/** Measures S1, S2, S3 and S6 through the engine, one after another. */
export async function measureThroughEngine(isShort: boolean): Promise<EngineRow[]> {
  const rows: EngineRow[] = [];
  for (const [workload, atMost] of isShort ? short : full) {
    await using baseline = await openBaseline(workload.wanted(workload.shares));
    await using dynamic = await openOurs("dynamic", workload, limitedService(transitionMs));
    await using plugin = await openOurs("plugin", workload, limitedService(transitionMs));
    for (const step of workload.steps) {
      const most = atMost[step.scenario];
      if (most === undefined) continue;
      const words = [step.command, "--yes", "--skip-preview", "--parallel", String(workload.inFlight)];
      const floor = floorOf(step, transitionMs);
      const measure = async ({ project, simulator }: typeof dynamic): Promise<EngineRun> => {
        // A window of the limits, so that no command pays for what the one before it has called.
        await setTimeout(1_100);
        simulator.forgetCalls();
        const seconds = await secondsOf(project, words);
        // Each process asks once for the account of its credentials; the floor counts the calls of the service itself.
        const calls = simulator.calls.filter(({ operation }) => operation !== "GetCallerIdentity");
        const throttled = calls.filter(({ code }) => code?.startsWith("Throttling")).length;
        return { calls: calls.length, throttled, seconds, isOver: calls.length > most * floor.calls };
      };
      const nothingSeconds = await secondsOf(baseline, words);
      rows.push({ step, workload, floor, nothingSeconds, dynamic: await measure(dynamic), plugin: await measure(plugin) });
    }
  }
  return rows;
}

interface Previews {
  /** Of a preview with this package. */
  readonly seconds: number;
  /** Of the same program on a provider that does nothing. */
  readonly nothingSeconds: number;
  /** How often previews with this package called the service. */
  readonly calls: number;
  /** The inputs and outputs of an association of one entity in the state. */
  readonly bytes: number;
}

/** S5: a preview of a program that has not changed. @returns medians; the previews go in turns */
export async function measurePreviews({ resources, runs }: { resources: number; runs: number }): Promise<Previews> {
  const workload = manyAssociations(resources, resources / 50, 32);
  await using ours = await openOurs("dynamic", workload, { pace: { associate: 0 }, limits: false });
  await using baseline = await openBaseline(workload.wanted(workload.shares));
  for (const project of [ours.project, baseline]) await secondsOf(project, ["up", "--yes", "--skip-preview"]);
  const association = ours.project.resource("s3-0");
  ours.simulator.forgetCalls();
  const [seconds, nothingSeconds]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < runs; nth += 1) {
    nothingSeconds.push(await secondsOf(baseline, ["preview", "--expect-no-changes"]));
    seconds.push(await secondsOf(ours.project, ["preview", "--expect-no-changes"]));
  }
  return {
    seconds: median(seconds),
    nothingSeconds: median(nothingSeconds),
    calls: ours.simulator.calls.length,
    bytes: Buffer.byteLength(JSON.stringify([association.inputs, association.outputs])),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A service with the shares of a workload, and a project with its program. */
async function openOurs(name: BindingName, workload: Workload, simulator: SimulatorOptions) {
  await using opened = new AsyncDisposableStack();
  const binding = opened.use(await openBinding(name));
  const service = opened.use(await startService(simulator));
  const wanted = workload.wanted(await createShares(service.client, workload.shares));
  const files = { ...binding.files, ...programOf(binding.program(""), wanted) };
  const project = opened.use(await Project.open({ env: { ...service.env, ...userEnvironment }, files }));
  const kept = opened.move();
  return { project, simulator: service.simulator, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

function openBaseline(wanted: readonly DesiredResource[]): Promise<Project> {
  return Project.open({ env: userEnvironment, files: programOf(nothingClasses, wanted) });
}

/** @param classes the beginning of a program, which has the classes in `rs` */
function programOf(classes: string, wanted: readonly DesiredResource[]) {
  const body = 'for (const { kind, name, inputs } of require("./wanted.json")) new rs[kind](name, inputs);';
  return { "index.js": `${classes}\n${body}\n`, "wanted.json": JSON.stringify(wanted) };
}

async function secondsOf(project: Project, words: readonly string[]): Promise<number> {
  const started = performance.now();
  await project.succeed(words, { timeoutMs: 600_000 });
  return (performance.now() - started) / 1000;
}
