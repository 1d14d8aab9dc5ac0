import { seededRandom } from "../../../../provider/kernel/random.ts";
import { visibilityMs } from "../../../../provider/lifecycle/freshness.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../../../provider/wire/transport.ts";
import { createSimulator } from "../../../../simulator/simulator.ts";
import { isReadOperation } from "../../../support/is-read-operation.ts";
import type { Alternative, Choices } from "../../choices/choices.ts";
import { callFaults, faultNamed } from "../../faults/call-faults.ts";
import { type FaultyProcess, startFaultyProcess } from "../../faults/faulty-process.ts";
import type { RunningState } from "./state.ts";

/** What the service and the machines may do at any time, so that a run must succeed all the same. */
export const quietFaults: ReadonlySet<string> = new Set(["it shows an old list", "its share is listed late", "the other engine begins"]);

/** A write that the service has executed for a stack. */
export interface Write {
  readonly stack: number;
  readonly operation: string;
  /** The shares that it names or has created. */
  readonly shareIds: readonly string[];
}

/** One operation of the search while it runs. */
export interface Step {
  readonly running: RunningState;
  readonly choices: Choices;
  /** The name of the operation. */
  readonly operation: string;
  /** The names of the faults that may happen: quiet ones, and those of every strategy. */
  readonly faults: readonly string[];
  readonly writes: Write[];
  /** Writes that a process sent after its engine was killed. */
  readonly late: string[];
  /** Begins the second engine; absent when there is none, or when it has begun. */
  beginOther?: (() => Promise<unknown>) | undefined;
}

/** How long a share is not listed that is listed late, in milliseconds. */
const lateMs = visibilityMs - 100;

/** Starts a process of a stack whose calls meet the faults that the choices of a step take. */
export function startSearchedProcess(step: Step, stack: number): FaultyProcess {
  let taken = "";
  const transport: Transport = async (request, signal) => {
    if (taken === "it shows an old list") return oldList(step.running, request, signal);
    if (taken === "the other engine begins") void begin(step);
    return executed(step, stack, request, signal, taken === "its share is listed late");
  };
  return startFaultyProcess(step.running.harness, { transport }, ({ operation }) => {
    taken = step.choices.take(alternativesOf(step, stack, operation));
    return callFaults.find(({ name }) => name === taken);
  });
}

/** Executes a call. The shares that appear with it are the stack's. */
async function executed(step: Step, stack: number, request: HttpRequest, signal: AbortSignal | undefined, isLate: boolean) {
  const { harness, creators } = step.running;
  const { simulator, clock } = harness;
  const operation = request.headers["x-acs-action"] ?? "";
  if (isReadOperation(operation)) return simulator.transport(request, signal);
  if (step.faults.includes("it shows an old list")) {
    const replica = { until: clock.now() + visibilityMs, world: simulator.save() };
    step.running.replicas = [...step.running.replicas, replica];
  }
  const before = new Set(simulator.world.shares.keys());
  // The service executes a call when it is sent.
  const answer = simulator.transport(request, signal);
  const created = [...simulator.world.shares.values()].filter(({ id }) => !before.has(id));
  for (const share of created) {
    creators.set(share.id, stack);
    if (isLate) share.hidden = { at: new Date(clock.now() + lateMs).toISOString() };
  }
  const named = [...decodeURIComponent(`${request.url} ${request.body}`).matchAll(/\brs-\d+/g)].map(([id]) => id);
  const shareIds = [...new Set([...named, ...created.map(({ id }) => id)])];
  if (simulator.calls.at(-1)?.tookEffect === true) step.writes.push({ stack, operation, shareIds });
  return answer;
}

/** Answers from the oldest world that lists may still show. */
function oldList({ harness, replicas }: RunningState, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
  const { clock } = harness;
  const replica = replicas.find(({ until }) => until > clock.now());
  if (replica === undefined) throw new Error("there is no older list");
  return createSimulator({ world: replica.world, clock, random: seededRandom(1) }).transport(request, signal);
}

/** For a read, a lost request is the same as a lost answer, and so is a kill before it and after it. */
const faultsOfWrites: ReadonlySet<string> = new Set(["request lost", "403", "killed before it is sent"]);

function alternativesOf({ running, faults, beginOther }: Step, stack: number, operation: string): Alternative[] {
  const { harness, replicas } = running;
  const isPossible = (fault: string): boolean => {
    if (fault === "it shows an old list") return operation.startsWith("List") && replicas.some(({ until }) => until > harness.clock.now());
    if (fault === "its share is listed late") return operation === "CreateResourceShare";
    if (fault === "the other engine begins") return stack === 0 && beginOther !== undefined;
    return !isReadOperation(operation) || !faultsOfWrites.has(faultNamed(fault).name);
  };
  const possible = faults.filter(isPossible).map((name): Alternative => ({ name, cost: name === "the other engine begins" ? 0 : 1 }));
  return [{ name: "answered", cost: 0 }, ...possible];
}

async function begin(step: Step): Promise<void> {
  const other = step.beginOther;
  step.beginOther = undefined;
  await other?.();
}
