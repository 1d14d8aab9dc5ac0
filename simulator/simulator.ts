import type { SharingOperations } from "../provider/api/operations.ts";
import { systemClock, type Clock } from "../provider/kernel/clock.ts";
import { systemRandom, type Random } from "../provider/kernel/random.ts";
import type { HttpRequest, Transport } from "../provider/wire/transport.ts";
import { createOutOfBandChanges, type OutOfBandChanges } from "./admin/out-of-band-changes.ts";
import { CallLog, type CallRecord } from "./gateway/call-log.ts";
import { demoWorld } from "./world/demo.ts";
import { deviceService } from "./device/service.ts";
import { DeviceWorld } from "./device/world.ts";
import { Faults } from "./gateway/faults.ts";
import type { FullWorldFile, WorldFile } from "./world/world-schema.ts";
import { handleRequest } from "./gateway/gateway.ts";
import type { Delivery } from "./gateway/fault-effects.ts";
import { grantsOf, type Grant } from "./world/effective-access.ts";
import { identityService } from "./gateway/identity-service.ts";
import { invariantViolations } from "./world/invariants.ts";
import { Authenticator } from "./gateway/authentication.ts";
import { FlowControl } from "./gateway/flow-control.ts";
import { paces, type Pace } from "./world/state-machines.ts";
import { sharingService } from "./handlers/sharing-service.ts";
import { loadWorld, saveWorld } from "./world/world-file.ts";
import { ServiceClock } from "./world/service-clock.ts";
import { settle } from "./world/transitions.ts";
import { World } from "./world/world.ts";
import { WorldHistory } from "./world/world-history.ts";

type OperationName = keyof SharingOperations;

/** Options of {@link createSimulator}; all are optional. */
export interface SimulatorOptions {
  /** The system clock when absent. */
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** How long transitions take: `fast` (200 ms, the default), `real` (seconds), or single durations with `fast` for the rest. */
  readonly pace?: "fast" | "real" | Partial<Pace> | undefined;
  /** Rate limits: `true` (default) as declared, `false` for none, or calls per second for single operations. */
  readonly limits?: boolean | Partial<Record<OperationName, number>> | undefined;
  /** Initial world; the demo world when absent. */
  readonly world?: WorldFile | undefined;
}

/** An access key of a simulated account. */
export interface NamedKey {
  readonly accountId: string;
  readonly name: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** A simulated service, with access to its world, clock, call log and faults. */
export interface Simulator {
  /** Calls the simulator in process. It opens no connection, whatever host the URL names. */
  readonly transport: Transport;
  /** The clock that the simulator was created with. */
  readonly clock: Clock;
  /** The service's time, in milliseconds since 1970. It runs with the clock; {@link Simulator.advance} and {@link Simulator.speed} change it. */
  now(): number;
  /**
   * How many times as fast as the clock the service's time runs. 0 stops it: what has begun does not settle until it runs again or is advanced.
   * @defaultValue 1
   */
  speed: number;
  /** The state of the service, with all due transitions applied. */
  readonly world: World;
  /** The state of the user, device and content API: users, devices, scenes, tokens, and actions on devices. */
  readonly device: DeviceWorld;
  /** The call log, oldest first: at most the last 100,000 calls, and 64 million characters of calls and responses. */
  readonly calls: readonly CallRecord[];
  /** The body of the response to a logged call, by the call's number, without secrets. `undefined` when none was sent or it is no longer kept. */
  responseTo(number: number): unknown;
  /** Clears the call log. */
  forgetCalls(): void;
  /** The scripted faults. */
  readonly faults: Faults;
  /** The access keys of all accounts. */
  readonly keys: readonly NamedKey[];
  /** The effective access: which target may use which resource. Pending access is included. */
  grants(): Grant[];
  /** Moves the service's time forward. A negative value has no effect. */
  advance(ms: number): void;
  /** Changes that are made without an API call, as by another program. */
  readonly outOfBand: OutOfBandChanges;
  /** Violated invariants, one sentence each; empty when the world is consistent. */
  invariants(): string[];
  /** Returns the world as a world file. */
  save(): FullWorldFile;
  /** Replaces the world with the content of a world file. */
  load(file: WorldFile): void;
  /** Loads the initial world again, and removes the scripted faults and the logged calls. The service's time and its speed do not change. */
  reset(): void;
  /** Handles one request. Both the in-process transport and the HTTP server call this. */
  deliver(request: HttpRequest): Delivery;
}

/**
 * Creates a simulated service. It starts no timers and needs no cleanup: each access applies the transitions that are due.
 *
 * @example
 * ```ts
 * import { createSimulator, demoWorld } from "pulumi-resourceshare/simulator";
 *
 * const simulator = createSimulator({ world: demoWorld });
 * simulator.outOfBand.planFailure("vsw-demo01", { reason: "Unavailable" });
 * ```
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const time = new ServiceClock(clock);
  const now = () => time.now();
  const world = new World({ now, random, pace: paceOf(options.pace) });
  const device = new DeviceWorld(world);
  const history = new WorldHistory(world);
  const load = (file: WorldFile) => {
    loadWorld(world, file);
    device.load(file.device);
    history.clear();
  };
  const initialWorld = options.world ?? demoWorld;
  load(initialWorld);
  const faults = new Faults();
  const log = new CallLog();
  const authenticator = new Authenticator(world, () => clock.wallTime());
  const flow = new FlowControl(() => clock.now(), options.limits ?? true);
  const services = [deviceService(device, world), identityService, sharingService];
  const dependencies = { world, history, services, authenticator, flow, faults, log, random };
  const deliver = (request: HttpRequest) => handleRequest(dependencies, request);
  const settledWorld = () => {
    settle(world);
    return world;
  };
  return {
    transport: inProcessTransport(deliver, clock),
    clock,
    now,
    get speed() {
      return time.speed;
    },
    set speed(speed) {
      time.speed = speed;
    },
    get world() {
      return settledWorld();
    },
    device,
    get calls() {
      return log.records;
    },
    responseTo: (number) => log.responseTo(number),
    forgetCalls: () => log.clear(),
    faults,
    get keys() {
      return [...world.accounts.values()].flatMap(({ id, name, keys }) => keys.map((key) => ({ accountId: id, name, ...key })));
    },
    grants: () => grantsOf(settledWorld()),
    advance: (ms) => {
      time.advance(ms);
      settle(world);
    },
    outOfBand: createOutOfBandChanges(settledWorld, () => history.record()),
    invariants: () => invariantViolations(settledWorld()),
    save: () => ({ ...saveWorld(settledWorld()), device: device.save() }),
    load,
    reset: () => {
      load(initialWorld);
      faults.clear();
      log.clear();
    },
    deliver,
  };
}

function paceOf(pace: SimulatorOptions["pace"]): Pace {
  return typeof pace === "string" ? paces[pace] : { ...paces.fast, ...pace };
}

function inProcessTransport(deliver: (request: HttpRequest) => Delivery, clock: Clock): Transport {
  return async (request, signal) => {
    signal?.throwIfAborted();
    const delivery = deliver(request);
    if (delivery.kind === "hang") return untilAborted(signal);
    if (delivery.kind === "broken") throw new Error("the connection was closed before an answer came");
    if (delivery.delayMs !== undefined) await clock.sleep(delivery.delayMs, signal);
    if (delivery.kind === "truncated") throw new Error("the connection was closed in the middle of the answer");
    return delivery.response;
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
