import type { Clock } from "../../../provider/kernel/clock.ts";
import type { Simulator } from "../../../provider/simulator/index.ts";
import { actionOf, parseIncomingRequest } from "../../../provider/simulator/gateway/request.ts";
import type { HttpRequest } from "../../../provider/wire/transport.ts";
import { childrenOf, isAlive } from "../processes.ts";

export const killTargets = ["engine", "provider", "both"] as const;
export const killMoments = ["before", "after"] as const;

/** When a kill comes, and whom it hits. */
export interface KillPoint {
  /** Any when absent. */
  readonly operation?: string;
  /** Which call of the operation, counted from 1. */
  readonly nth: number;
  /** Whether the service has done what the call asks for; an answer comes only to a provider that lives. */
  readonly moment: (typeof killMoments)[number];
  readonly victim: (typeof killTargets)[number];
}

/** A simulated service that kills the caller, or the engine behind it, at one call. */
export interface KillInjector {
  /** To be served in place of the simulator. */
  readonly simulator: Simulator;
  /** Waits for a call of this engine; at most one strike is armed. */
  arm(killPoint: KillPoint, engine: () => number): void;
  /** The calls since it was armed, by operation, and how many of them came before the strike. */
  disarm(): { readonly calls: readonly string[]; readonly struckAt: number | undefined; readonly killed: readonly number[] };
}

export function createKillInjector(simulator: Simulator): KillInjector {
  let calls: string[] = [];
  let killed: number[] = [];
  let armed: { readonly strike: KillPoint; readonly engine: () => number } | undefined;
  let struckAt: number | undefined;

  const kill = ({ victim }: KillPoint, engine: number) => {
    const providers = childrenOf(engine).flatMap(([pid, line]) => (line.includes("dynamic-provider") ? [pid] : []));
    killed = [...(victim === "provider" ? [] : [engine]), ...(victim === "engine" ? [] : providers)];
    for (const pid of killed) process.kill(pid, "SIGKILL");
  };
  const deliver = (request: HttpRequest) => {
    const operation = actionOf(parseIncomingRequest(request)).action;
    calls.push(operation);
    if (armed === undefined || struckAt !== undefined) return simulator.deliver(request);
    const { strike, engine } = armed;
    const matchingCalls = calls.filter((name) => strike.operation === undefined || name === strike.operation).length;
    if (matchingCalls !== strike.nth || operation !== (strike.operation ?? operation)) return simulator.deliver(request);
    struckAt = calls.length;
    const delivery = strike.moment === "after" ? simulator.deliver(request) : undefined;
    kill(strike, engine());
    // An orphan gets its answer, once its engine is dead indeed; whoever is dead gets none.
    return delivery?.kind === "answer" && strike.victim === "engine" ? { ...delivery, delayMs: 1 } : { kind: "hang" as const };
  };
  const sleep = (ms: number) => (killed.length > 0 ? waitForExit(killed) : simulator.clock.sleep(ms));
  const clock: Clock = { ...simulator.clock, now: () => simulator.clock.now(), sleep };
  return {
    simulator: Object.create(simulator, { deliver: { value: deliver }, clock: { value: clock } }) as Simulator,
    arm: (strike, engine) => {
      [calls, killed, struckAt, armed] = [[], [], undefined, { strike, engine }];
    },
    disarm: () => {
      const seen = { calls, struckAt, killed };
      [calls, killed, struckAt, armed] = [[], [], undefined, undefined];
      return seen;
    },
  };
}

/** Whether none of these processes is alive any more, after at most ten seconds. */
export async function waitForExit(pids: readonly number[]): Promise<void> {
  for (let attempts = 0; attempts < 1000 && pids.some(isAlive); attempts += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}
