import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { Operation, Status } from "pulumi-resourceshare/fleet";
import type * as activities from "./activities.mts";

export interface FleetRun {
  readonly operation: Operation;
  /** After this time without a heartbeat, another worker takes over a stack. */
  readonly heartbeatTimeout: `${number} seconds`;
}

/** The status of each stack, by its name. */
export type Progress = Record<string, Status | "waiting" | "running">;

export const progressQuery = defineQuery<Progress>("progress");

/** How often a stack is started before it has failed. Repeating is safe: an update resumes what an earlier one has begun. */
const maximumAttempts = 3;

/** Runs every stack of the fleet: one activity each, on the task queue of its account, after the stacks that it waits for. */
export async function runFleet({ operation, heartbeatTimeout }: FleetRun): Promise<Progress> {
  const { planStacks } = proxyActivities<typeof activities>({ startToCloseTimeout: "1 minute", retry: { maximumAttempts } });
  const plan = await planStacks(operation);
  const progress: Progress = Object.fromEntries(plan.map(({ name }) => [name, "waiting"]));
  setHandler(progressQuery, () => progress);
  const runs = new Map<string, Promise<Status>>();
  const reasons: string[] = [];

  /** The end of a stack's only run. */
  function endOf(name: string): Promise<Status> {
    const run = runs.get(name) ?? runInOrder(name);
    runs.set(name, run);
    return run;
  }

  async function runInOrder(name: string): Promise<Status> {
    const { account, after } = plan.find((planned) => planned.name === name) ?? { account: "", after: [] };
    const ends = await Promise.all(after.map(endOf));
    const isCancelled = CancellationScope.current().consideredCancelled;
    if (isCancelled || ends.some((end) => end !== "succeeded")) return (progress[name] = isCancelled ? "not-started" : "skipped");
    progress[name] = "running";
    return (progress[name] = await runToEnd(account, name));
  }

  async function runToEnd(account: string, name: string): Promise<Status> {
    const { runStack } = proxyActivities<typeof activities>({
      taskQueue: `fleet-${account}`,
      startToCloseTimeout: "2 hours",
      heartbeatTimeout,
      // A cancelled stack finishes its started operations.
      cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
      // Repeated below, which knows whether a lock is left.
      retry: { maximumAttempts: 1 },
    });
    for (let attempt = 1, unlock = false; ; attempt += 1) {
      try {
        if (attempt > 1 && !unlock) await sleep("10 seconds");
        await runStack({ name, operation, unlock });
        return "succeeded";
      } catch (error) {
        if (isCancellation(error)) return "interrupted";
        if (attempt === maximumAttempts) {
          reasons.push(`${name}: ${reasonOf(error)}`);
          return "failed";
        }
        unlock = isWorkerLost(error);
      }
    }
  }

  await Promise.all(plan.map(({ name }) => endOf(name)));
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure("the fleet was cancelled");
  if (reasons.length > 0) throw ApplicationFailure.nonRetryable(reasons.join("\n"), "FleetFailed", progress);
  return progress;
}

function isWorkerLost(error: unknown): boolean {
  return error instanceof ActivityFailure && error.cause instanceof TimeoutFailure && error.cause.timeoutType === "HEARTBEAT";
}

function reasonOf(error: unknown): string {
  const { message } = error instanceof ActivityFailure && error.cause !== undefined ? error.cause : Object(error);
  return String(message);
}
