import { isRecord } from "../../../../provider/kernel/json.ts";
import { demo, demoWorld } from "../../../../simulator/world/demo.ts";
import type { FullWorldFile, WorldFile } from "../../../../simulator/world/world-schema.ts";
import type { StackEntry } from "../../engine/checkpoint.ts";
import { Engine } from "../../engine/engine.ts";
import type { Harness } from "../../engine/provider-process.ts";
import { createHarness } from "../../../support/harness.ts";

/** A world as lists may still show it. */
interface Replica {
  readonly until: number;
  readonly world: FullWorldFile;
}

/** An operation that did not end, after it had changed what the checkpoint has. */
interface Interruption {
  readonly operation: string;
  /** Whether a refresh followed: it records the change, except what no resource lists. */
  readonly isRefreshed: boolean;
}

/** Everything that outlives the processes: the service, the checkpoint of each stack, and what the search records about them. */
export interface State {
  readonly now: number;
  readonly world: FullWorldFile;
  readonly checkpoints: readonly (readonly StackEntry[])[];
  /** The stack that has created each share. A share that a person has taken over has none. */
  readonly creators: ReadonlyMap<string, number>;
  /** Whether a person has changed a share of the first stack since the last refresh. */
  readonly isEdited: boolean;
  /** The operations of the first stack that did not end, have changed a recorded share, and were not run again. */
  readonly interrupted: readonly Interruption[];
  readonly replicas: readonly Replica[];
}

/** The parts of a state while processes run. */
export interface RunningState {
  readonly harness: Harness;
  readonly engines: readonly Engine[];
  readonly creators: Map<string, number>;
  isEdited: boolean;
  interrupted: readonly Interruption[];
  replicas: readonly Replica[];
}

const ofDirectory = ({ directoryId }: { readonly directoryId?: string | undefined }) => directoryId === demo.directory;
const smallDemo: WorldFile = {
  version: 1,
  accounts: (demoWorld.accounts ?? []).filter(ofDirectory),
  directories: (demoWorld.directories ?? []).filter(({ id }) => id === demo.directory),
  regions: (demoWorld.regions ?? []).slice(0, 1),
  kinds: (demoWorld.kinds ?? []).filter(({ type }) => type === "VSwitch"),
  permissions: (demoWorld.permissions ?? []).filter(({ name }) => name === "AliyunRSDefaultPermissionVSwitch"),
  ...(demoWorld.device && { device: demoWorld.device }),
};

/** Returns the state before the first operation: no share, and an empty checkpoint for each stack. */
export function initialState(stacks: number): State {
  const { clock, simulator } = createHarness({ world: smallDemo });
  const checkpoints = Array.from({ length: stacks }, () => []);
  const world = simulator.save();
  return { now: clock.now(), world, checkpoints, creators: new Map(), isEdited: false, interrupted: [], replicas: [] };
}

/** Starts the service and the engines of a state. */
export function open(state: State): RunningState {
  const harness = createHarness({ world: state.world, timeoutMs: 120_000 });
  harness.clock.advance(state.now - harness.clock.now());
  const engines = state.checkpoints.map((entries) => new Engine(entries));
  const { isEdited, interrupted, replicas } = state;
  return { harness, engines, creators: new Map(state.creators), isEdited, interrupted, replicas };
}

/** Returns the state that the running processes have reached. */
export function stateOf({ harness, engines, creators, isEdited, interrupted, replicas }: RunningState): State {
  const now = harness.clock.now();
  return {
    now,
    world: harness.simulator.save(),
    checkpoints: engines.map(({ entries }) => entries),
    creators: new Map(creators),
    isEdited,
    interrupted,
    replicas: replicas.filter(({ until }) => until > now),
  };
}

/** Differences of age beyond this make no difference to the provider or to the service, in milliseconds. */
const oldestMs = 60_000;

/**
 * Returns a text that is equal for states with the same future: ids and times are replaced by their order and age.
 * Deleted shares count only while a checkpoint has them.
 */
export function fingerprintOf({ now, world, checkpoints, creators, isEdited, interrupted, replicas }: State): string {
  const age = (time: unknown) => (typeof time === "string" ? Math.min(oldestMs, now - Date.parse(time)) : time);
  const inCheckpoint = new Set(checkpoints.flat().map(({ id }) => id));
  const sharesOf = ({ shares }: FullWorldFile) =>
    shares
      .filter(({ id, status }) => status !== "Deleted" || inCheckpoint.has(id))
      .map(({ sequence: _sequence, updatedAt: _updatedAt, purgeAt: _purgeAt, createdAt, due, hidden, associations, ...share }) => ({
        ...share,
        age: age(createdAt),
        due: timesAs(age, due),
        hidden: timesAs(age, hidden),
        creator: creators.get(share.id),
        associations: associations.map(({ side, id, status, due: dueAt }) => [side, id, status, timesAs(age, dueAt)]),
      }));
  const done = (world.device?.done ?? []).map(({ operation }) => operation);
  const parts = [sharesOf(world), timesAs(age, checkpoints), done, isEdited, interrupted];
  const earlier = replicas.map(({ until, world: replica }) => [until - now, sharesOf(replica)]);
  return inOrderOfAppearance(JSON.stringify([parts, earlier]));
}

/** Replaces ids of shares by numbers. */
function inOrderOfAppearance(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(/\brs-\w+/g, (name) => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return `#${number}`;
  });
}

function timesAs(age: (time: unknown) => unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => timesAs(age, item));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "updateTime");
  return Object.fromEntries(fields.map(([name, item]) => [name, name === "createTime" || name === "at" ? age(item) : timesAs(age, item)]));
}
