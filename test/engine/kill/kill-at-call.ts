import type { Clock } from "../../../provider/kernel/clock.ts";
import type { Simulator } from "../../../simulator/index.ts";
import { actionOf, parseIncomingRequest } from "../../../simulator/gateway/request.ts";
import type { HttpRequest } from "../../../provider/wire/transport.ts";
import { childrenOf, isAlive } from "../processes.ts";

export const killTargets = ["engine", "provider", "both"] as const;
/** How a user ends the command: Ctrl-C once, or a second time when the engine has reported that it is cancelling. */
export const interruptTargets = ["interrupt", "two interrupts"] as const;
export const killMoments = ["before", "after"] as const;

/** At which call a kill or an interrupt happens, and which processes it ends. */
export interface KillPoint {
  /** Any when absent. */
  readonly operation?: string;
  /** Which call of the operation, counted from 1. */
  readonly nth: number;
  /** Before or after the service executes the call. Only a provider that still runs gets the answer. */
  readonly moment: (typeof killMoments)[number];
  /** How long after the engine has noticed an interrupt the call is answered, in milliseconds; 0 when absent. With the moment `before` it is executed only then. */
  readonly lateMs?: number;
  readonly target: (typeof killTargets)[number] | (typeof interruptTargets)[number];
}

/** Serves a simulator, and kills the calling provider or its engine at one call. */
export interface KillInjector {
  /** Is served in place of the simulator. */
  readonly simulator: Simulator;
  /** Kills or interrupts at a call of this engine, once; `isCancelling` tells whether it has noticed an interrupt. */
  arm(killPoint: KillPoint, engine: () => number, isCancelling?: () => boolean): void;
  /** Resolves when the killed processes have ended, and when an interrupted call is answered. */
  settled(): Promise<void>;
  /** Ends the wait. Returns the operations called since `arm`, the number of calls up to the kill, and the killed processes. */
  disarm(): { readonly calls: readonly string[]; readonly killedAt: number | undefined; readonly killed: readonly number[] };
}

/** @param commandPart what only the command line of a provider process contains */
export function createKillInjector(simulator: Simulator, commandPart = "dynamic-provider"): KillInjector {
  let calls: string[] = [];
  let killed: number[] = [];
  let armed: { readonly killPoint: KillPoint; readonly engine: () => number; readonly isCancelling: () => boolean } | undefined;
  let killedAt: number | undefined;
  let hold: (() => Promise<void>) | undefined;

  const interrupt = async (engine: number, isTwice: boolean, isCancelling: () => boolean) => {
    process.kill(engine, "SIGINT");
    await waitFor(() => isCancelling() || !isAlive(engine));
    if (!isTwice || !isAlive(engine)) return;
    process.kill(engine, "SIGINT");
    await waitForExit([engine]);
  };
  const interruptAt = (request: HttpRequest, { target, moment, lateMs = 0 }: KillPoint, engine: number, isCancelling: () => boolean) => {
    let delivery = moment === "after" ? simulator.deliver(request) : undefined;
    const ended = interrupt(engine, target === "two interrupts", isCancelling)
      .then(() => simulator.clock.sleep(lateMs))
      .then(() => void (delivery ??= simulator.deliver(request)));
    hold = () => ended;
    // The server reads the response after the delay, which is the wait for the interrupt.
    return {
      kind: "answer" as const,
      delayMs: 1,
      get response() {
        if (delivery?.kind !== "answer") throw new Error(`the interrupted call is answered with ${delivery?.kind ?? "nothing"}`);
        return delivery.response;
      },
    };
  };
  const kill = ({ target }: KillPoint, engine: number) => {
    const providers = childrenOf(engine).flatMap(([pid, line]) => (line.includes(commandPart) ? [pid] : []));
    killed = [...(target === "provider" ? [] : [engine]), ...(target === "engine" ? [] : providers)];
    for (const pid of killed) process.kill(pid, "SIGKILL");
    hold = () => waitForExit(killed);
  };
  const deliver = (request: HttpRequest) => {
    const operation = actionOf(parseIncomingRequest(request)).action;
    calls.push(operation);
    if (armed === undefined || killedAt !== undefined) return simulator.deliver(request);
    const { killPoint, engine, isCancelling } = armed;
    const matchingCalls = calls.filter((name) => killPoint.operation === undefined || name === killPoint.operation).length;
    if (matchingCalls !== killPoint.nth || operation !== (killPoint.operation ?? operation)) return simulator.deliver(request);
    killedAt = calls.length;
    if (isInterrupt(killPoint)) return interruptAt(request, killPoint, engine(), isCancelling);
    const delivery = killPoint.moment === "after" ? simulator.deliver(request) : undefined;
    kill(killPoint, engine());
    // A provider that still runs gets its answer when its engine has exited; a killed one gets none.
    const isAnswered = killPoint.target === "engine";
    return delivery?.kind === "answer" && isAnswered ? { ...delivery, delayMs: 1 } : { kind: "hang" as const };
  };
  const sleep = (ms: number) => hold?.() ?? simulator.clock.sleep(ms);
  const clock: Clock = { ...simulator.clock, now: () => simulator.clock.now(), sleep };
  return {
    simulator: Object.create(simulator, { deliver: { value: deliver }, clock: { value: clock } }) as Simulator,
    arm: (killPoint, engine, isCancelling = () => false) => {
      [calls, killed, killedAt, hold, armed] = [[], [], undefined, undefined, { killPoint, engine, isCancelling }];
    },
    settled: () => hold?.() ?? Promise.resolve(),
    disarm: () => {
      const seen = { calls, killedAt, killed };
      [calls, killed, killedAt, hold, armed] = [[], [], undefined, undefined, undefined];
      return seen;
    },
  };
}

/** Whether a user interrupts the command, in place of a kill. */
export function isInterrupt({ target }: KillPoint): boolean {
  return interruptTargets.some((interrupt) => interrupt === target);
}

/** Waits until none of these processes runs, for at most ten seconds. */
export function waitForExit(pids: readonly number[]): Promise<void> {
  return waitFor(() => !pids.some(isAlive));
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let attempts = 0; attempts < 1000 && !condition(); attempts += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}
