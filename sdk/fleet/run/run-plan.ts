import type { FleetStack } from "../fleet.ts";
import type { PlannedStack } from "../plan.ts";

/** How a plan is run. */
export interface PlanRun {
  readonly concurrency: { readonly total: number; readonly perAccountAndRegion: number };
  /** The stacks that other processes run, and whether each has succeeded. */
  readonly elsewhere: ReadonlyMap<string, boolean>;
  /** After its abort, no stack starts. */
  readonly stopping: AbortSignal;
  /** Runs a stack, and resolves to whether it has succeeded. It never rejects. */
  readonly run: (stack: FleetStack) => Promise<boolean>;
  /** A stack does not run: stacks that it waits for have not succeeded, or it has not started before the stop. */
  readonly omit: (stack: FleetStack, status: "skipped" | "not-started", because?: readonly string[]) => void;
}

/**
 * Runs the stacks of a plan, each after those that it waits for, and as many at a time as the bounds allow. A failure skips the stacks that
 * wait for it, and no other.
 */
export async function runPlan(plan: readonly PlannedStack[], { concurrency, elsewhere, stopping, run, omit }: PlanRun): Promise<void> {
  const waiting = new Map(plan.map((planned) => [planned.stack.name, planned]));
  const running = new Map<FleetStack, Promise<void>>();
  const succeeded = new Set([...elsewhere].flatMap(([name, isDone]) => (isDone ? [name] : [])));
  /** The stacks that have not succeeded, each with those that are the cause. */
  const failed = new Map<string, readonly string[]>([...elsewhere].flatMap(([name, isDone]) => (isDone ? [] : [[name, [name]] as const])));

  const skipBlocked = (): void => {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { stack, after } of waiting.values()) {
        const because = [...new Set(after.flatMap((name) => failed.get(name) ?? []))];
        if (because.length === 0) continue;
        waiting.delete(stack.name);
        failed.set(stack.name, because);
        omit(stack, "skipped", because);
        isChanged = true;
      }
    }
  };
  const hasRoom = ({ account, region }: FleetStack): boolean => {
    const stacks = [...running.keys()];
    const beside = stacks.filter((other) => other.account === account && other.region === region);
    return stacks.length < concurrency.total && beside.length < concurrency.perAccountAndRegion;
  };
  const start = async (stack: FleetStack): Promise<void> => {
    const isDone = await run(stack);
    running.delete(stack);
    if (isDone) succeeded.add(stack.name);
    else failed.set(stack.name, [stack.name]);
  };

  for (;;) {
    // After a stop, what waits for an interrupted stack has not started; nothing has failed.
    if (!stopping.aborted) skipBlocked();
    for (const { stack, after } of waiting.values()) {
      if (stopping.aborted || !after.every((name) => succeeded.has(name)) || !hasRoom(stack)) continue;
      waiting.delete(stack.name);
      running.set(stack, start(stack));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  for (const { stack } of waiting.values()) omit(stack, "not-started");
}
