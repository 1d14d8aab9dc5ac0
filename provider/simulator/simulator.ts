import type { SharingOperations } from "../api/operations.ts";
import { systemClock, type Clock } from "../kernel/clock.ts";
import { systemRandom, type Random } from "../kernel/random.ts";
import type { HttpRequest, Transport } from "../wire/transport.ts";
import { createOutOfBandChanges, type OutOfBandChanges } from "./admin/out-of-band-changes.ts";
import { CallLog, type CallRecord } from "./gateway/call-log.ts";
import { demoWorld } from "./world/demo.ts";
import { deviceService } from "./device/service.ts";
import { DeviceWorld } from "./device/world.ts";
import { Faults } from "./gateway/faults.ts";
import type { FullWorldFile, WorldFile } from "./world/world-schema.ts";
import { handleRequest, type Delivery } from "./gateway/gateway.ts";
import { grantsOf, type Grant } from "./world/effective-access.ts";
import { identityService } from "./gateway/identity-service.ts";
import { invariantViolations } from "./world/invariants.ts";
import { Authenticator } from "./gateway/authentication.ts";
import { FlowControl } from "./gateway/flow-control.ts";
import { paces, type Pace } from "./world/state-machines.ts";
import type { Service } from "./gateway/service.ts";
import { sharingService } from "./handlers/sharing-service.ts";
import { loadWorld, saveWorld } from "./world/world-file.ts";
import { settle } from "./world/transitions.ts";
import { World } from "./world/world.ts";

type OperationName = keyof SharingOperations;

/** What a simulator can be told when it is made; everything has a default. */
export interface SimulatorOptions {
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** How long transitions take: `fast` (200 ms, the default), `real` (seconds), or each by itself, the rest `fast`. */
  readonly pace?: "fast" | "real" | Partial<Pace> | undefined;
  /** Flow control: `true` (default) as declared, `false` none, or calls per second for some operations. */
  readonly limits?: boolean | Partial<Record<OperationName, number>> | undefined;
  /** The demonstration world when absent. */
  readonly world?: WorldFile | undefined;
  /** Services besides Resource Sharing and STS; asked first which requests are theirs. */
  readonly services?: readonly Service[] | undefined;
}

/** An access key of the world, to be used by whoever tries the simulator. */
export interface NamedKey {
  readonly accountId: string;
  readonly name: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** The service, simulated. */
export interface Simulator {
  /** Calls it in process; it never leaves the machine, whatever host the URL names. */
  readonly transport: Transport;
  /** The clock it was made with. */
  readonly clock: Clock;
  /** The service's own time: the clock's, moved by {@link Simulator.advance}. */
  now(): number;
  /** All that it knows, brought up to date. */
  readonly world: World;
  /** Users, devices, scenes, tokens, and what was done to devices. */
  readonly device: DeviceWorld;
  /** The last 100,000 calls, or as many of them as 64 million characters hold, oldest first. */
  readonly calls: readonly CallRecord[];
  /** Forgets the calls so far. */
  forgetCalls(): void;
  /** The script of what goes wrong. */
  readonly faults: Faults;
  /** The access keys of its accounts. */
  readonly keys: readonly NamedKey[];
  /** Who can use what, now or once an invitation is accepted or a transition done. */
  grants(): Grant[];
  /** Moves the service's own time forward. */
  advance(ms: number): void;
  /** Changes done as somebody else, without a call. */
  readonly outOfBand: OutOfBandChanges;
  /** What is wrong with the world; nothing when it is in order. */
  invariants(): string[];
  /** The world as a file, and the way back. */
  save(): FullWorldFile;
  load(file: WorldFile): void;
  /** What becomes of one request; the transport and the HTTP server both stand on this. */
  deliver(request: HttpRequest): Delivery;
}

/** Makes a simulated service. It has no timers and needs no cleaning up: time is looked at, never waited for. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  let offsetMs = 0;
  const now = () => clock.now() + offsetMs;
  const world = new World({ now, random, pace: paceOf(options.pace) });
  const device = new DeviceWorld(world);
  const load = (file: WorldFile) => {
    loadWorld(world, file);
    device.load(file.device);
  };
  load(options.world ?? demoWorld);
  const faults = new Faults();
  const log = new CallLog();
  const authenticator = new Authenticator(world, () => clock.wallTime());
  const flow = new FlowControl(() => clock.now(), options.limits ?? true);
  const services = [...(options.services ?? []), deviceService(device, world), identityService, sharingService];
  const dependencies = { world, services, authenticator, flow, faults, log, random };
  const deliver = (request: HttpRequest) => handleRequest(dependencies, request);
  const settledWorld = () => {
    settle(world);
    return world;
  };
  return {
    transport: inProcessTransport(deliver, clock),
    clock,
    now,
    get world() {
      return settledWorld();
    },
    device,
    get calls() {
      return log.records;
    },
    forgetCalls: () => log.clear(),
    faults,
    get keys() {
      return [...world.accounts.values()].flatMap(({ id, name, keys }) => keys.map((key) => ({ accountId: id, name, ...key })));
    },
    grants: () => grantsOf(settledWorld()),
    advance: (ms) => {
      offsetMs += Math.max(0, ms);
      settle(world);
    },
    outOfBand: createOutOfBandChanges(settledWorld),
    invariants: () => invariantViolations(settledWorld()),
    save: () => ({ ...saveWorld(settledWorld()), device: device.save() }),
    load,
    deliver,
  };
}

function paceOf(pace: SimulatorOptions["pace"]): Pace {
  return typeof pace === "string" ? paces[pace] : { ...paces.fast, ...pace };
}

/** The transport of a simulator within the same process. */
function inProcessTransport(deliver: (request: HttpRequest) => Delivery, clock: Clock): Transport {
  return async (request, signal) => {
    signal?.throwIfAborted();
    const delivery = deliver(request);
    if (delivery.kind === "hang") return untilAborted(signal);
    if (delivery.kind === "broken") throw new Error("the connection was closed before an answer came");
    if (delivery.delayMs > 0) await clock.sleep(delivery.delayMs, signal);
    if (delivery.kind === "truncated") throw new Error("the connection was closed in the middle of the answer");
    return delivery.response;
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
