import { isInProgress } from "../api/error-codes.ts";
import { isTransient } from "../client/errors/failures.ts";
import { currentScope } from "../kernel/operation-scope.ts";
import type { Clock } from "../kernel/clock.ts";
import { messageOf, UnsettledError } from "../kernel/errors.ts";
import type { PollResult } from "./polling/wait.ts";
import { progressOf } from "./progress.ts";
import type { Context } from "./resource.ts";
import { pollIntervalMs } from "./polling/schedule.ts";

/** What a wait needs of a context. */
export type Waiting = Pick<Context, "clock" | "deadline" | "reportProgress">;

/** Polls until there is a value and ignores transient errors; rejects with an UnsettledError at the deadline. */
export function pollUntil<T>(context: Waiting, subject: string, poll: () => Promise<PollResult<T>>): Promise<T> {
  return retryLoop(context, subject, poll, (error) => (isTransient(error) ? `no answer (${messageOf(error)})` : undefined));
}

/** Retries a call while the service rejects it because another operation is in progress; rejects at the deadline. */
export function retryWhileInProgress<T>(context: Waiting, subject: string, call: () => Promise<T>): Promise<T> {
  return retryLoop(context, subject, async () => ({ value: await call() }), operationInProgress);
}

/** How long a wait lasts before it shows progress, in milliseconds. */
const progressDelayMs = 500;

/** Retries until there is a value. `retryReason` returns a text for an error that is retried, and `undefined` for any other. */
export async function retryLoop<T>(
  context: Waiting,
  subject: string,
  attempt: () => Promise<PollResult<T>>,
  retryReason: (error: unknown) => string | undefined,
): Promise<T> {
  const started = context.clock.now();
  const progress = progressOf(context, subject);
  let isReported = false;
  for (let polls = 1; ; polls += 1) {
    const result = await attempt().catch((error: unknown): PollResult<T> => {
      const seen = retryReason(error);
      if (seen === undefined) throw error;
      return { seen };
    });
    const now = context.clock.now();
    const elapsedMs = now - started;
    if ("value" in result) {
      if (isReported) progress.onSettled();
      return result.value;
    }
    if (now >= context.deadline) throw new UnsettledError({ subject, lastSeen: result.seen, polls, elapsedMs });
    if (elapsedMs >= progressDelayMs) {
      isReported = true;
      progress.onSeen(result.seen);
    }
    await pause(context.clock, Math.min(pollIntervalMs(polls), context.deadline - now));
  }
}

/** Sleeps; a cancellation of the running operation ends the sleep, which then rejects with its reason. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return clock.sleep(ms, currentScope().cancellation);
}

/** Sleeps until a time of the clock; returns at once when it has passed. */
export async function pauseUntil(clock: Clock, time: number): Promise<void> {
  if (time > clock.now()) await pause(clock, time - clock.now());
}

/** Returns what a call waits for, if the service has rejected it because another operation is in progress. */
export function operationInProgress(error: unknown): string | undefined {
  return isInProgress(error) ? `waiting because of ${error.code} (${error.serviceMessage})` : undefined;
}
