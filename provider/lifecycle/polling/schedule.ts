/** A read or a wait, as the schedule sees it. */
export interface Waiter {
  readonly key: string;
  /** When its next poll is due, in the clock's milliseconds. */
  readonly dueAt: number;
  /** Until when its poll may be delayed for others. */
  readonly latestAt: number;
  /** Whether it is a plain read. It needs no particular time, so it joins each poll. */
  readonly isRead: boolean;
  /** When its transition began, while the latency of such transitions is unknown. */
  readonly unknownSince?: number | undefined;
}

/** The next poll: when, and for which waiters. */
interface NextPoll<W extends Waiter> {
  readonly at: number;
  readonly waiters: readonly W[];
}

/**
 * The longest time from one waiter that is due to the next one of its poll, in milliseconds: associations that begin half a second apart end
 * together. Polls collect waiters as batches collect calls (`client/pipeline/batch.ts`).
 */
export const idleWindowMs = 675;
/** The longest time for which a poll of a wait is delayed, in milliseconds. */
export const maxWindowMs = 2_000;
/** How many keys are polled while a latency is unknown: one list call. */
export const probedKeys = 5;
/** How long the other keys are deferred meanwhile, in milliseconds: the transitions of those that are polled may never end. */
export const maxProbeMs = 3_000;

/** How long a read waits for others that begin at the same time, in milliseconds: too short to notice. */
export const gatherMs = 25;

/**
 * Returns the next poll; `undefined` when no read or wait is left.
 *
 * - Waiters that are due close together are one poll, sent when the last of them is due, and before any of them is delayed for too long.
 * - While a latency is unknown, a few keys send probe requests, and the others are deferred.
 *
 * @param now the time; all waits that are due by then are in the poll
 */
export function nextPoll<W extends Waiter>(waiters: readonly W[], now: number): NextPoll<W> | undefined {
  if (waiters.length === 0) return undefined;
  const deferred = afterProbes(waiters);
  const latestAt = Math.min(...deferred.map((waiter) => waiter.latestAt));
  const [firstAt = now, ...later] = deferred.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b);
  let lastAt = firstAt;
  for (const dueAt of later) if (dueAt <= Math.min(lastAt + idleWindowMs, latestAt)) lastAt = dueAt;
  const at = Math.max(now, lastAt);
  return { at, waiters: deferred.filter(({ dueAt, waiter }) => waiter.isRead || dueAt <= at).map(({ waiter }) => waiter) };
}

/** Returns when each waiter is due. A wait of unknown latency whose key sends no probe requests is due later. */
function afterProbes<W extends Waiter>(waiters: readonly W[]): { readonly waiter: W; readonly dueAt: number; readonly latestAt: number }[] {
  const unknownKeys = new Set(waiters.filter(({ unknownSince }) => unknownSince !== undefined).map(({ key }) => key));
  const probed = new Set([...unknownKeys].slice(0, probedKeys));
  return waiters.map((waiter) => {
    const { key, dueAt, latestAt, unknownSince } = waiter;
    const notBefore = unknownSince === undefined || probed.has(key) ? dueAt : unknownSince + maxProbeMs;
    return { waiter, dueAt: Math.max(dueAt, notBefore), latestAt: Math.max(latestAt, notBefore) };
  });
}

/** The minimum interval between two polls of a wait, in milliseconds: less than a user notices. */
const minIntervalMs = 250;
/**
 * The longest interval, in milliseconds: what a wait loses at most when its transition ends just after a poll.
 * It need not equal `visibilityMs`, which is about the age of lists.
 */
const maxIntervalMs = 5_000;

/**
 * Returns the pause after `polls` polls, in milliseconds: exponential backoff.
 * It begins with the minimum interval, or with an eighth of the time that the transition should take.
 */
export function pollIntervalMs(polls: number, expectedMs = 0): number {
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, expectedMs / 8) * 1.5 ** Math.max(0, polls - 1));
}
