/** A read or a wait, as the schedule sees it. */
export interface Waiter {
  readonly key: string;
  /** When its next poll is due, in the clock's milliseconds. */
  readonly dueAt: number;
  /** Whether it is a plain read. It needs no particular time, so it joins each poll. */
  readonly isRead: boolean;
  /** Whether other waiters must not delay it: a plain read, or the last poll at a deadline. */
  readonly isUrgent: boolean;
  /** When its transition began, while the latency of such transitions is unknown. */
  readonly unknownSince?: number | undefined;
}

/** The next poll: when, and for which waiters. */
interface NextPoll<W extends Waiter> {
  readonly at: number;
  readonly waiters: readonly W[];
}

/** How long waits delay a poll for waits that are due later, and how many send probe requests. */
export interface ScheduleLimits {
  /** The longest time from one wait that is due to the next one of its batch, in milliseconds. @defaultValue 675: two poll intervals and two idle windows of calls, so that associations that begin half a second apart end together */
  readonly idleWindowMs: number;
  /** The longest time from the first wait of a batch to the last one, in milliseconds. @defaultValue 2000: what a wait loses at most */
  readonly maxWindowMs: number;
  /** The number of keys that send probe requests. @defaultValue 5: one list call */
  readonly probedKeys: number;
  /** How long other waits are deferred for probe requests, in milliseconds. @defaultValue 3000: a probe may never end */
  readonly maxProbeMs: number;
}

const defaultLimits: ScheduleLimits = { idleWindowMs: 675, maxWindowMs: 2_000, probedKeys: 5, maxProbeMs: 3_000 };

/** How long a read waits for others that begin at the same time, in milliseconds. @defaultValue 25: too short to notice */
export const gatherMs = 25;

/**
 * Returns the next poll; `undefined` when no read or wait is left.
 *
 * - Waits that are due close together are one poll, sent when the last of them is due.
 * - While a latency is unknown, a few keys send probe requests, and the others are deferred.
 * - An urgent waiter is never delayed.
 *
 * @param now the time; all waiters that are due by then are in the poll
 */
export function nextPoll<W extends Waiter>(waiters: readonly W[], now: number, limits = defaultLimits): NextPoll<W> | undefined {
  if (waiters.length === 0) return undefined;
  const dueAtOf = dueAtWithProbes(waiters, limits);
  const waits = waiters.filter(({ isUrgent }) => !isUrgent);
  const urgentAt = Math.min(...waiters.filter(({ isUrgent }) => isUrgent).map(({ dueAt }) => dueAt));
  const at = Math.max(now, Math.min(urgentAt, batchAt(waits.map(dueAtOf), limits)));
  return { at, waiters: waiters.filter((waiter) => waiter.isRead || dueAtOf(waiter) <= at) };
}

/** Returns when a waiter is due. A wait of unknown latency that sends no probe requests is due later. */
function dueAtWithProbes(waiters: readonly Waiter[], { probedKeys, maxProbeMs }: ScheduleLimits): (waiter: Waiter) => number {
  const isUnknown = (waiter: Waiter) => waiter.unknownSince !== undefined && !waiter.isUrgent;
  const unknownKeys = new Set(waiters.filter(isUnknown).map(({ key }) => key));
  const probed = new Set([...unknownKeys].slice(0, probedKeys));
  return ({ key, dueAt, isUrgent, unknownSince }) =>
    unknownSince === undefined || isUrgent || probed.has(key) ? dueAt : Math.max(dueAt, unknownSince + maxProbeMs);
}

/** Returns when the last wait of the first batch is due; infinity without waits. */
function batchAt(dueTimes: readonly number[], { idleWindowMs, maxWindowMs }: ScheduleLimits): number {
  const [firstAt = Number.POSITIVE_INFINITY, ...later] = dueTimes.toSorted((a, b) => a - b);
  let lastAt = firstAt;
  for (const dueAt of later) if (dueAt <= Math.min(lastAt + idleWindowMs, firstAt + maxWindowMs)) lastAt = dueAt;
  return lastAt;
}

/** The minimum interval between two polls of a wait, in milliseconds. @defaultValue 250: less than a user notices */
const minIntervalMs = 250;
/** The longest interval, in milliseconds. @defaultValue 5000: what a wait loses at most when its transition ends just after a poll */
const maxIntervalMs = 5_000;

/**
 * Returns the pause after `polls` polls, in milliseconds: exponential backoff.
 * It begins with the minimum interval, or with an eighth of the time that the transition should take.
 */
export function pollIntervalMs(polls: number, expectedMs = 0): number {
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, expectedMs / 8) * 1.5 ** Math.max(0, polls - 1));
}
