import { isInProgress } from "../api/errors.ts";
import type { CallOptions } from "../client/client.ts";
import { isAmbiguous } from "../client/errors/failures.ts";
import { currentCancellation } from "../client/pipeline/deadline.ts";
import type { Clock } from "../kernel/clock.ts";
import { ApiError, messageOf, UnsettledError } from "../kernel/errors.ts";
import { isTransient, type PollResult } from "./polling/wait.ts";
import type { Context } from "./resource.ts";
import { pollIntervalMs } from "./polling/schedule.ts";

/** How long a new object may stay invisible to lists and writes, in milliseconds (assumption S-visibility). */
export const visibilityMs = 5_000;

type Waiting = Pick<Context, "clock" | "deadline" | "reportProgress">;
/** A call that is retried; it must pass on the options, which hold the deadline. */
type Attempt<T> = (options: CallOptions) => Promise<T>;

/** Polls until there is a value and ignores transient errors; rejects with an UnsettledError at the deadline. */
export function pollUntil<T>(context: Waiting, subject: string, poll: () => Promise<PollResult<T>>): Promise<T> {
  return retryLoop(context, subject, poll, (error) => (isTransient(error) ? `no answer (${messageOf(error)})` : undefined));
}

/** Retries a call while the service rejects it because another operation is in progress; rejects at the deadline. */
export function retryConflicts<T>(context: Waiting, subject: string, attempt: Attempt<T>): Promise<T> {
  return retryLoop(context, subject, async () => ({ value: await attempt({ deadline: context.deadline }) }), conflictOf);
}

/**
 * Makes a call on a share that may be new. Retries conflicts until the deadline.
 * Retries the error that the share is absent as long as a new share may be invisible (assumption S-visibility).
 */
export function retryWhileInvisible<T>(context: Waiting, subject: string, attempt: Attempt<T>): Promise<T> {
  const until = context.clock.now() + visibilityMs;
  let askedAt = until;
  return retryLoop(
    context,
    subject,
    async () => {
      askedAt = context.clock.now();
      return { value: await attempt({ deadline: context.deadline }) };
    },
    // An answer may come long after the call, and shows the service as it was before.
    (error) => conflictOf(error) ?? (meansAbsent(error) && askedAt < until ? "the share is not visible yet" : undefined),
  );
}

/** How long a wait is not worth a line of progress, in milliseconds. */
const reportedMs = 500;

/** Retries until there is a value. `retryReason` returns a text for an error that is retried, and `undefined` for any other. */
async function retryLoop<T>(
  context: Waiting,
  subject: string,
  attempt: () => Promise<PollResult<T>>,
  retryReason: (error: unknown) => string | undefined,
): Promise<T> {
  const started = context.clock.now();
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
      if (isReported) context.reportProgress(`${secondsText(elapsedMs)}: done after ${polls} tries, ${subject}`, true);
      return result.value;
    }
    if (now >= context.deadline) throw new UnsettledError({ subject, lastSeen: result.seen, polls, elapsedMs });
    if (elapsedMs >= reportedMs) {
      isReported = true;
      const until = Math.min(result.until ?? context.deadline, context.deadline);
      context.reportProgress(`${secondsText(elapsedMs)} of ${secondsText(until - started)}: ${result.seen}, ${subject}`);
    }
    await pause(context.clock, Math.min(pollIntervalMs(polls), context.deadline - now));
  }
}

/** Sleeps; a cancellation of the running operation ends the sleep, which then rejects with its reason. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return clock.sleep(ms, currentCancellation());
}

/** Sleeps until a time of the clock; returns at once when it has passed. */
export async function pauseUntil(clock: Clock, time: number): Promise<void> {
  if (time > clock.now()) await pause(clock, time - clock.now());
}

/** Returns a duration as progress lines show it: in whole seconds. */
export function secondsText(elapsedMs: number): string {
  return `${Math.round(elapsedMs / 1000)} s`;
}

function conflictOf(error: unknown): string | undefined {
  return isInProgress(error) ? `waiting because of ${error.code} (${error.serviceMessage})` : undefined;
}

/** Returns whether an operation has failed because there is no such share; operations use different codes for it. */
function meansAbsent(error: unknown): boolean {
  return error instanceof ApiError && absences.includes(error.code);
}

/** The error code when the share's status forbids the operation, for example because the share was deleted. */
export const statusForbidsAction = "ResourceShareStatusMismatchAction";

/** Returns whether an error means that the share is absent, or that it was deleted and is not purged yet (assumption S-deleted). */
export function meansGone(error: unknown): error is ApiError {
  return meansAbsent(error) || (error instanceof ApiError && error.code === statusForbidsAction);
}

const absences: readonly string[] = [
  "EntityNotExists.ResourceShare",
  "InvalidParameter.ResourceShareId",
  "InvalidResourceId.NotFound",
  "ResourceNotFound",
];

/**
 * Makes a call that is not idempotent and has no client token (assumption S-idempotency).
 * After an ambiguous failure it calls `find` for as long as a new object may be invisible.
 * It repeats the call only when `find` finds nothing.
 */
export async function createOnce<T>(context: Waiting, attempt: Attempt<T>, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      // A retry is not batched: another call of the batch may have caused the failure.
      return await attempt({ deadline: context.deadline, isUnbatched: tries > 1 });
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await pollWhileInvisible(context, find);
      if (found !== undefined) return found;
      if (tries >= 3 || context.clock.now() >= context.deadline) throw error;
    }
  }
}

/**
 * Reads an object. That it lacks something is believed from a current read only: until then it is read again (assumption S-visibility).
 * @param isComplete whether a read has found all that the state names
 */
export async function readConfirmed<T>(
  context: Context,
  read: (context: Context) => Promise<T | undefined>,
  isComplete: (found: T) => boolean,
): Promise<T | undefined> {
  const latest = { ...context, isSnapshot: false };
  for (let polls = 0; ; polls += 1) {
    const askedAt = context.clock.now();
    const found = await read(polls === 0 ? context : latest);
    const isCurrent = askedAt >= context.currentFrom && (polls > 0 || !context.isSnapshot);
    if (isCurrent || (found !== undefined && isComplete(found))) return found;
    const waitMs = context.currentFrom - context.clock.now();
    if (waitMs > 0) await pause(context.clock, Math.min(pollIntervalMs(polls + 1), waitMs));
  }
}

/**
 * Reads an object that may have been removed a moment ago. One that is there is read again when lists must show such a removal
 * (assumption S-visibility).
 */
export async function readLasting<T>({ clock }: Pick<Context, "clock">, read: () => Promise<T | undefined>): Promise<T | undefined> {
  if ((await read()) === undefined) return undefined;
  await pause(clock, visibilityMs);
  return read();
}

/**
 * After a failure, waits until lists must show each write of the operation that may have taken effect (assumption S-visibility).
 * @param writtenAt when the last of these writes ended; `undefined` when there was none
 */
export async function waitUntilVisible({ clock }: Pick<Context, "clock">, failure: unknown, writtenAt?: number): Promise<void> {
  const waitMs = visibilityMs - msSinceWrite(clock, failure, writtenAt);
  if (waitMs > 0) await clock.sleep(waitMs);
}

/** Returns how long ago the last write before a failure can have taken effect, at least. */
function msSinceWrite(clock: Clock, failure: unknown, writtenAt = Number.NEGATIVE_INFINITY): number {
  const sinceWriteMs = clock.now() - writtenAt;
  if (failure instanceof UnsettledError) return Math.min(failure.elapsedMs, sinceWriteMs);
  return failure instanceof Error && isAmbiguous(failure) ? 0 : sinceWriteMs;
}

/** Polls until there is a value, for as long as a new object may be invisible; then returns `undefined`. The last poll begins afterwards. */
export async function pollWhileInvisible<T>(context: Pick<Context, "clock">, poll: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = context.clock.now() + visibilityMs;
  for (let polls = 1; ; polls += 1) {
    const askedAt = context.clock.now();
    const found = await poll();
    if (found !== undefined || askedAt >= until) return found;
    await pause(context.clock, Math.max(0, Math.min(pollIntervalMs(polls), until - context.clock.now())));
  }
}
