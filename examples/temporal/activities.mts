import { ApplicationFailure, Context } from "@temporalio/activity";
import { type Operation, planFleet, readDescription, type StackResult, startStack } from "pulumi-resourceshare/fleet";
import description from "./fleet.mts";

const fleet = readDescription(description, import.meta.dirname);

/** A stack, the account whose workers run it, and the stacks that must have succeeded before. */
export interface PlannedRun {
  readonly name: string;
  readonly account: string;
  readonly after: readonly string[];
}

export interface StackRun {
  readonly name: string;
  readonly operation: Operation;
  /** Whether the worker that ran the stack before has ended, and has left its lock. */
  readonly unlock: boolean;
}

/** The stacks of the fleet and their order. */
export async function planStacks(operation: Operation): Promise<readonly PlannedRun[]> {
  return planFleet(fleet, operation).map(({ stack, after }) => ({ name: stack.name, account: stack.account, after }));
}

/** Runs one stack. A heartbeat has the change of a resource that began last. */
export async function runStack({ name, operation, unlock }: StackRun): Promise<StackResult> {
  const context = Context.current();
  let step = "starts";
  const { result, interrupt } = startStack(fleet, name, { operation, unlock, onStep: (text) => void (step = text) });
  const heartbeats = setInterval(() => context.heartbeat(step), 1000);
  context.cancellationSignal.addEventListener("abort", () => {
    interrupt();
    // Without an answer of the server, another worker may run the stack by now: it ends at once.
    if (context.cancellationDetails?.timedOut === true) interrupt();
  });
  try {
    const ended = await result;
    if (ended.status === "succeeded") return ended;
    // Rejects with the cancellation. A run that a worker interrupts because it shuts down has failed: another worker resumes it.
    if (context.cancellationDetails?.cancelRequested === true) await context.cancelled;
    throw ApplicationFailure.create({ type: "StackFailed", message: ended.reasons.join("\n") || ended.status, details: [ended] });
  } finally {
    clearInterval(heartbeats);
  }
}
