import { createTagKey } from "../../../../provider/resources/tags/tag-calls.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { nameOf } from "../../engine/checkpoint.ts";
import type { Engine, Program, Report } from "../../engine/engine.ts";
import { needsOf } from "../../engine/registration.ts";
import { share, vswitches } from "../../programs/fixture.ts";
import type { ProviderProcess } from "../../engine/provider-process.ts";
import { liveShares } from "../../invariants/state-snapshot.ts";
import { executeScene } from "../../../support/device-actions.ts";
import { startSearchedProcess, type Step } from "./searched-process.ts";
import type { RunningState } from "./state.ts";

/** What one operation of a stack's engine has done. */
export interface StackReport extends Report {
  readonly stack: number;
  /** The program that the operation applied; absent for a refresh. */
  readonly program?: Program | undefined;
  /** The resources of `--target`; all when empty. */
  readonly targets: readonly string[];
}

/** One step of the search: an operation of an engine, of two at a time, or of a person. */
export interface Operation {
  readonly name: string;
  /** Whether a person does it: then it makes no call, and meets no fault. */
  readonly isByPerson?: boolean;
  /** Returns `undefined` where it has no meaning, for example when there is no share to edit. */
  run(step: Step): Promise<readonly StackReport[] | undefined>;
}

export const net: Program = [share("net")];
export const changedNet: Program = [share("net", { name: "net2", targets: [demo.network] })];
/** A share, and a further target of it that is a resource of its own. */
export const netAndMore: Program = [
  share("net"),
  { kind: "ShareAssociation", name: "more", args: { shareId: { $id: "net" }, targets: [demo.network] }, options: {} },
];
export const action: Program = [{ kind: "DeviceAction", name: "scene", args: { ...executeScene, triggers: "1" }, options: {} }];

interface UpOptions {
  readonly name?: string;
  readonly stack?: number;
  /** The resources of `--replace`. */
  readonly replaced?: readonly string[];
  /** The resources of `--target`; all when empty. */
  readonly targets?: readonly string[];
}

/** `pulumi up`. */
export function up(program: Program, { name = "up", stack = 0, replaced = [], targets = [] }: UpOptions = {}): Operation {
  const needed = program.filter((declared) => targets.includes(declared.name)).flatMap(needsOf);
  return {
    name: stack === 0 ? name : `${name} of the other stack`,
    run: async (step) => {
      const entries = step.running.engines[stack]?.entries ?? [];
      // The engine refuses to replace what does not exist, and a target whose dependency does not exist.
      if ([...replaced, ...needed].some((one) => !entries.some((entry) => nameOf(entry) === one))) return undefined;
      const run: Run = (engine, process, killed) => engine.up(process, program, { killed, replaced, targets });
      return [await operate(step, stack, program, run, targets)];
    },
  };
}

/** `pulumi destroy`, of a target or of all resources. */
export function destroy(stack = 0, targets: readonly string[] = []): Operation {
  const name = targets.length === 0 ? "destroy" : `destroy --target ${targets.join(" --target ")}`;
  return {
    name: stack === 0 ? name : `${name} of the other stack`,
    run: async (step) => [
      await operate(step, stack, [], (engine, process, killed) => engine.destroy(process, { killed, targets }), targets),
    ],
  };
}

export const refresh: Operation = {
  name: "refresh",
  run: async (step) => {
    if (step.running.engines[0]?.entries.length === 0) return undefined;
    const report = await operate(step, 0, undefined, (engine, process, killed) => engine.refresh(process, { killed }));
    const { running } = step;
    if (report.failures.length > 0 || report.wasKilled) return [report];
    running.isEdited = false;
    running.interrupted = running.interrupted.map(({ operation }) => ({ operation, isRefreshed: true }));
    return [report];
  },
};

/** Two engines at a time, without a lock: the second one begins at any call of the first. */
export function upOfBoth(program: Program): Operation {
  return {
    name: "up of both stacks",
    run: async (step) => {
      const second = Promise.withResolvers<StackReport>();
      const upOf = (stack: number) => operate(step, stack, program, (engine, process, killed) => engine.up(process, program, { killed }));
      const beginOther = () => upOf(1).then(second.resolve, second.reject);
      const both: Step = { ...step, beginOther };
      const first = await operate(both, 0, program, (engine, process, killed) => engine.up(process, program, { killed }));
      return both.beginOther === undefined ? [first, await second.promise] : undefined;
    },
  };
}

type Run = (engine: Engine, process: ProviderProcess, killed: Promise<void>) => Promise<Report>;

async function operate(
  step: Step,
  stack: number,
  program: Program | undefined,
  run: Run,
  targets: readonly string[] = [],
): Promise<StackReport> {
  const engine = step.running.engines[stack];
  if (engine === undefined) throw new Error(`there is no stack ${stack}`);
  const { process, killed } = startSearchedProcess(step, stack);
  const report = await run(engine, process, killed);
  if (report.wasKilled) await step.running.harness.clock.sleep(process.isDead() ? 0 : withoutEngineMs);
  process.kill();
  step.late.push(...process.late);
  recordInterruption(step, { ...report, stack, program, targets });
  return { ...report, stack, program, targets };
}

/** A killed run may have changed what the checkpoint has, and a delete that fails may have deleted a part of it. */
function recordInterruption({ running, writes, operation }: Step, { stack, program, wasKilled, failures }: StackReport): void {
  const entries = running.engines[stack]?.entries ?? [];
  const changes = writes.filter((write) => write.stack === stack && write.shareIds.some((id) => entries.some((entry) => entry.id === id)));
  const unwanted = entries.filter((entry) => program?.some(({ name }) => name === nameOf(entry)) === false);
  const isPartlyDeleted = unwanted.some((entry) => failures.some((failure) => failure.startsWith(`${nameOf(entry)}: `)));
  if (changes.length === 0 || !(wasKilled || isPartlyDeleted)) return;
  const others = running.interrupted.filter((other) => other.operation !== operation);
  running.interrupted = [...others, { operation, isRefreshed: false }];
}

/** How long a process continues after its engine was killed, in milliseconds: longer than its calls and waits take. */
const withoutEngineMs = 30_000;

/** Something that a person does to each share of the first stack that exists; nothing when there is none. */
function edit(name: string, change: (running: RunningState, id: string) => void): Operation {
  return {
    name: `a person ${name}`,
    isByPerson: true,
    run: async ({ running }) => {
      const ids = liveShares(running.harness.simulator.world).flatMap(({ id }) => (running.creators.has(id) ? [id] : []));
      if (ids.length === 0) return undefined;
      for (const id of ids) change(running, id);
      running.isEdited = true;
      return [];
    },
  };
}

export const rename = edit("renames the share", ({ harness }, id) => harness.simulator.outOfBand.rename(id, "renamed"));
/** The target that a person adds. It stays: no share of the programs is exclusive. */
export const addedTarget = demo.sandbox;
export const addTarget = edit("adds a target", ({ harness }, id) => harness.simulator.outOfBand.associate(id, { targets: [addedTarget] }));
export const removeTarget = edit("removes the target", ({ harness: { simulator } }, id) => {
  const isThere = [...(simulator.world.shares.get(id)?.live.values() ?? [])].some((one) => one.id === demo.member);
  if (isThere) simulator.outOfBand.disassociate(id, demo.member);
});
export const deleteShare = edit("deletes the share", ({ harness }, id) => harness.simulator.outOfBand.deleteShare(id));
/** A person who removes the create tag of a share that no state has takes the share over. */
export const removeCreateTag = edit("removes the create tag", ({ harness, creators, engines }, id) => {
  harness.simulator.outOfBand.untag(id, createTagKey);
  if (!engines.some(({ entries }) => entries.some((entry) => entry.id === id))) creators.delete(id);
});
/** A person makes another share with the tags of this one, as a console's "create a similar one" does. */
export const copyTags = edit("copies the tags to a share of their own", ({ harness: { simulator } }, id) => {
  const { world, outOfBand } = simulator;
  const original = world.shares.get(id);
  if (original === undefined) return;
  const copyId = `rs-${900_000 + world.shares.size}`;
  world.addShare({
    ...original,
    id: copyId,
    name: "theirs",
    sequence: world.nextSequence(),
    tags: new Map(original.tags),
    permissions: new Map(),
    associations: new Set(),
    live: new Map(),
    createdAt: world.time,
  });
  outOfBand.associate(copyId, { resources: vswitches(2).slice(1), targets: [demo.network] });
});
