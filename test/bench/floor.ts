// The floor: the fewest calls and seconds that the service's rules leave. docs/benchmarks.md describes it.
import { sharing } from "../../provider/api/operations.ts";
import type { Step } from "./scenarios.ts";

export interface Floor {
  readonly calls: number;
  readonly seconds: number;
}

/**
 * The seconds are those of the slowest operation, whose first window of calls needs no waiting, and one transition;
 * or those of the transitions that the engine makes wait for each other, where they take longer.
 * Limits count for each region by itself, so that each region's part of the calls goes at the full pace.
 */
export function floorOf({ floor, waves, regions = 1 }: Pick<Step, "floor" | "waves" | "regions">, transitionMs: number): Floor {
  const operations = new Map(Object.entries(sharing));
  const waits = Object.entries(floor).map(([name, calls]) => {
    const limit = operations.get(name)?.limit;
    if (limit === undefined) throw new Error(`no limit is declared for ${name}`);
    return ((Math.ceil(calls / regions / limit.calls) - 1) * limit.windowMs) / 1000;
  });
  const transition = transitionMs / 1000;
  const calls = Object.values(floor).reduce((sum, part) => sum + part, 0);
  return { calls, seconds: Math.max(Math.max(...waits) + (waves > 0 ? transition : 0), waves * transition) };
}
