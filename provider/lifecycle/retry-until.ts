import { isInProgress } from "../api/errors.ts";
import type { CallOptions } from "../client/client.ts";
import { ApiError, messageOf, ProtocolError, TransportError, UnsettledError } from "../kernel/errors.ts";
import { isTransient, type PollResult } from "./polling/wait.ts";
import type { Context } from "./resource.ts";
import { pollIntervalMs } from "./polling/wait-table.ts";

/** How long a fresh object may stay unseen by lists and writes, in milliseconds (assumption S-visibility). */
export const visibilityMs = 5_000;

type Waiting = Pick<Context, "clock" | "deadline" | "reportProgress">;
/** A call that is made again and again; what it is told keeps it from going on beyond the deadline. */
type Attempt<T> = (options: CallOptions) => Promise<T>;

/** Looks until there is a value, whatever looks get no answer on the way; rejects with an UnsettledError at the deadline. */
export function pollUntil<T>(context: Waiting, subject: string, look: () => Promise<PollResult<T>>): Promise<T> {
  return retryLoop(context, subject, look, (error) => (isTransient(error) ? `no answer (${messageOf(error)})` : undefined));
}

/** Does a call as soon as nothing unfinished stands in its way; gives up at the deadline. */
export function retryConflicts<T>(context: Waiting, subject: string, attempt: Attempt<T>): Promise<T> {
  return retryLoop(context, subject, async () => ({ value: await attempt({ deadline: context.deadline }) }), conflictOf);
}

/**
 * Does a call on a share that may have been made a moment ago: conflicts are waited out, and that the share is absent is only believed
 * when a fresh one could not be invisible any more (assumption S-visibility).
 */
export function retryWhileInvisible<T>(context: Waiting, subject: string, attempt: Attempt<T>): Promise<T> {
  const until = context.clock.now() + visibilityMs;
  return retryLoop(
    context,
    subject,
    async () => ({ value: await attempt({ deadline: context.deadline }) }),
    (error) => conflictOf(error) ?? (meansAbsent(error) && context.clock.now() < until ? "the share is not visible yet" : undefined),
  );
}

/** Tries until there is a value; `pass` says what was seen in a failure that does not end it. */
async function retryLoop<T>(
  context: Waiting,
  subject: string,
  attempt: () => Promise<PollResult<T>>,
  pass: (error: unknown) => string | undefined,
): Promise<T> {
  const started = context.clock.now();
  for (let looks = 1; ; looks += 1) {
    const verdict = await attempt().catch((error: unknown): PollResult<T> => {
      const seen = pass(error);
      if (seen === undefined) throw error;
      return { seen };
    });
    if ("value" in verdict) return verdict.value;
    const now = context.clock.now();
    const elapsedMs = now - started;
    if (now >= context.deadline) throw new UnsettledError({ subject, lastSeen: verdict.seen, polls: looks, elapsedMs });
    context.reportProgress(`${subject}: ${verdict.seen}, ${Math.round(elapsedMs / 1000)} s`);
    await context.clock.sleep(Math.min(pollIntervalMs(looks), context.deadline - now));
  }
}

function conflictOf(error: unknown): string | undefined {
  return isInProgress(error) ? `waiting because of ${error.code} (${error.serviceMessage})` : undefined;
}

/** Every way in which an operation says that there is no such share. */
function meansAbsent(error: unknown): boolean {
  return error instanceof ApiError && absences.includes(error.code);
}

/** The status of the share forbids what was asked, as it does when the share was deleted. */
export const mismatch = "ResourceShareStatusMismatchAction";

/** Whether a refusal says that the share is absent, or that it was deleted and is not purged yet (assumption S-deleted). */
export function meansGone(error: unknown): error is ApiError {
  return meansAbsent(error) || (error instanceof ApiError && error.code === mismatch);
}

const absences: readonly string[] = [
  "EntityNotExists.ResourceShare",
  "InvalidParameter.ResourceShareId",
  "InvalidResourceId.NotFound",
  "ResourceNotFound",
];

/** Whether a call may have taken effect although it failed. */
export function isAmbiguous(error: unknown): boolean {
  return (
    (error instanceof TransportError && error.ambiguous) ||
    error instanceof ProtocolError ||
    (error instanceof ApiError && error.category === "fault")
  );
}

/**
 * Does a call that must not be done twice, and bears no token that would tell (assumption S-idempotency). When it is not known whether it took effect, `look` is asked until what was made can no
 * longer be merely invisible; only when it finds nothing is the call made again.
 */
export async function createOnce<T>(context: Waiting, attempt: Attempt<T>, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      // What has got no answer together with others is done again alone: perhaps one of them is the reason.
      return await attempt({ deadline: context.deadline, isUnbatched: tries > 1 });
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const found = await pollWhileInvisible(context, look);
      if (found !== undefined) return found;
      if (tries >= 3 || context.clock.now() >= context.deadline) throw error;
    }
  }
}

/** Looks again and again until something is there, for as long as a fresh object may stay invisible. */
export async function pollWhileInvisible<T>(context: Pick<Context, "clock">, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = context.clock.now() + visibilityMs;
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    const now = context.clock.now();
    if (found !== undefined || now >= until) return found;
    await context.clock.sleep(Math.min(pollIntervalMs(looks), until - now));
  }
}
