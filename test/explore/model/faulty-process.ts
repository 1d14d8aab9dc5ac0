import { seededRandom } from "../../../provider/kernel/random.ts";
import { createSimulator } from "../../../simulator/simulator.ts";
import type { Share } from "../../../simulator/world/records.ts";
import { visibilityMs } from "../../../provider/lifecycle/freshness.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../../provider/wire/transport.ts";
import { type ProviderProcess, startProcess } from "../engine/provider-process.ts";
import type { Alternative, Choices } from "../choices/choices.ts";
import type { RunningState } from "./state.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

/** What can happen to a call of a process, besides that it is answered. */
export type CallFault =
  | "its request is lost"
  | "its answer is lost"
  | "it is refused"
  | "it shows an old list"
  | "its share is listed late"
  | "the process is killed before it"
  | "the process is killed after it"
  | "the engine is killed after it"
  | "no call gets through from here on"
  | "the other engine begins";

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
  /** The number of operations before this one; it names the processes. */
  readonly depth: number;
  /** The faults that may happen. */
  readonly faults: readonly CallFault[];
  readonly writes: Write[];
  /** Writes that a process sent after its engine was killed. */
  readonly late: string[];
  /** Begins the second engine; absent when there is none, or when it has begun. */
  beginOther?: (() => Promise<unknown>) | undefined;
}

/** A process of a stack whose calls meet the faults of a step. */
export interface FaultyProcess {
  readonly process: ProviderProcess;
  /** Resolves when the engine is killed, alone or with the process. */
  readonly killed: Promise<void>;
}

const never = new Promise<never>(() => undefined);
/** What the service and the machines may do at any time, so that a run must succeed all the same. */
export const quietFaults: ReadonlySet<string> = new Set(["it shows an old list", "its share is listed late", "the other engine begins"]);
/** A lost request of a read is the same as its lost answer; so is a kill before it and after it. */
const faultsOfWrites: ReadonlySet<string> = new Set(["its request is lost", "it is refused", "the process is killed before it"]);

/** Starts a process of a stack. */
export function startFaultyProcess(step: Step, stack: number): FaultyProcess {
  const { harness } = step.running;
  const { promise: killed, resolve: killEngine } = Promise.withResolvers<void>();
  const kill = (): Promise<never> => {
    process.kill();
    killEngine();
    return never;
  };
  let isCut = false;
  const transport: Transport = async (request, signal) => {
    if (isCut) throw new Error("the connection was refused");
    const execute = (hiddenMs?: number) => executed(step, stack, request, signal, hiddenMs);
    const fault = step.choices.take(alternativesOf(step, stack, request));
    switch (fault as CallFault | "answered") {
      case "its request is lost":
        throw new Error("the connection was closed");
      case "its answer is lost":
        await execute();
        throw new Error("the connection was closed");
      case "it is refused":
        return refusal;
      case "it shows an old list":
        return oldList(step.running, request, signal);
      case "its share is listed late":
        return execute(lateMs);
      case "the process is killed before it":
        return kill();
      case "the process is killed after it":
        await execute();
        return kill();
      case "the engine is killed after it": {
        const answer = await execute();
        process.endEngine();
        killEngine();
        return answer;
      }
      case "no call gets through from here on":
        isCut = true;
        throw new Error("the connection was refused");
      case "the other engine begins":
        void begin(step);
        return execute();
      case "answered":
        return execute();
    }
  };
  const process = startProcess(harness, { transport });
  return { process, killed };
}

/** How long a share is not listed that is listed late, in milliseconds. */
const lateMs = visibilityMs - 100;

/** Executes a call. The shares that appear with it are the stack's, and are listed after `hiddenMs`. */
async function executed(
  step: Step,
  stack: number,
  request: HttpRequest,
  signal: AbortSignal | undefined,
  hiddenMs?: number,
): Promise<HttpResponse> {
  const { harness, creators } = step.running;
  const { simulator, clock } = harness;
  if (isReadOperation(operationOf(request))) return simulator.transport(request, signal);
  if (step.faults.includes("it shows an old list")) {
    const replica = { until: clock.now() + visibilityMs, world: simulator.save() };
    step.running.replicas = [...step.running.replicas, replica];
  }
  const before = new Set(simulator.world.shares.keys());
  const answer = await simulator.transport(request, signal);
  const created = [...simulator.world.shares.keys()].filter((id) => !before.has(id));
  for (const id of created) creators.set(id, stack);
  if (hiddenMs !== undefined) for (const id of created) hide(simulator.world.shares.get(id), clock.now() + hiddenMs);
  const named = [...decodeURIComponent(`${request.url} ${request.body}`).matchAll(/\brs-\d+/g)].map(([id]) => id);
  if (answer.status === 200) step.writes.push({ stack, operation: operationOf(request), shareIds: [...new Set([...named, ...created])] });
  return answer;
}

function hide(share: Share | undefined, until: number): void {
  if (share !== undefined) share.hidden = { at: until };
}

/** Answers from the oldest world that lists may still show. */
function oldList({ harness, replicas }: RunningState, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
  const { clock } = harness;
  const replica = replicas.find(({ until }) => until > clock.now());
  if (replica === undefined) throw new Error("there is no older list");
  return createSimulator({ world: replica.world, clock, random: seededRandom(1) }).transport(request, signal);
}

function alternativesOf(step: Step, stack: number, request: HttpRequest): Alternative[] {
  const isPossible = (fault: CallFault): boolean => {
    if (fault === "it shows an old list") return operationOf(request).startsWith("List") && hasReplica(step.running);
    if (fault === "its share is listed late") return operationOf(request) === "CreateResourceShare";
    if (fault === "the other engine begins") return stack === 0 && step.beginOther !== undefined;
    return !isReadOperation(operationOf(request)) || !faultsOfWrites.has(fault);
  };
  const faults = step.faults.filter(isPossible).map((name): Alternative => ({ name, cost: name === "the other engine begins" ? 0 : 1 }));
  return [{ name: "answered", cost: 0 }, ...faults];
}

function hasReplica({ harness, replicas }: RunningState): boolean {
  return replicas.some(({ until }) => until > harness.clock.now());
}

async function begin(step: Step): Promise<void> {
  const other = step.beginOther;
  step.beginOther = undefined;
  await other?.();
}

function operationOf({ headers }: HttpRequest): string {
  return headers["x-acs-action"] ?? "";
}

const refusal: HttpResponse = {
  status: 403,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ RequestId: "R", Code: "Forbidden.RAM", Message: "The caller has no permission." }),
};
