import type { Clock } from "../../kernel/clock.ts";
import { getOrCreate } from "../../kernel/get-or-create.ts";
import type { Random } from "../../kernel/random.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import type { Limit, Operation } from "../../wire/operation.ts";
import { backoffMs } from "./backoff.ts";

/** Added to every window, as a fraction of it: timers and clocks are inexact. */
const margin = 0.02;
/** The service counts a call on arrival. The limiter assumes arrival at the response, or at the latest after this fraction of the window. */
const arrivalFraction = 0.5;
/** Multiplicative decrease: a throttle reduces the allowance to this fraction. */
const decrease = 0.7;
/** The lowest allowance, in calls a window. */
const minimumAllowance = 0.1;
/** Additive increase: an accepted call adds this to the allowance for each window since the latest throttle. */
const increase = 0.007;

/** The permission to send one attempt. Its holder must report the outcome once, with `ended` or `throttled`. */
export interface Permit {
  /** Reports the end of the attempt. `accepted`: the service did not throttle it, whatever its response was. */
  ended(accepted: boolean): void;
  /**
   * Reports that the service throttled the attempt.
   * @param askedMs - the delay that the service asked for, in milliseconds
   * @returns the length of the pause, in milliseconds
   */
  throttled(askedMs: number | undefined): number;
}

/**
 * The rate limiter of one operation of one account in one region: a sliding-window log, so that no window has more calls than the limit.
 * Callers are served first come, first served.
 * A throttle pauses all callers. Other processes use the same limit then, so the allowance follows AIMD (additive increase, multiplicative
 * decrease), and calls below the limit are evenly spaced.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #windowMs: number;
  readonly #limit: number;
  #allowance: number;
  /** The attempts of the window. */
  readonly #log = new Set<{ countsUntil: number }>();
  readonly #queue = new Set<(permit: Permit) => void>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Throttles so far; those of calls that were sent together are one. */
  #throttles = 0;
  #throttlesInARow = 0;
  #throttledAt = 0;
  #acceptedAt = Number.NEGATIVE_INFINITY;
  /** When the latest call was sent; the interval to the next one starts there. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: () => void = () => {};

  /** Without a `limit`, the allowance is unbounded until the first throttle. */
  constructor(clock: Clock, random: Random, limit: Limit | undefined) {
    this.#clock = clock;
    this.#random = random;
    this.#windowMs = limit?.windowMs ?? 1000;
    this.#limit = limit?.calls ?? Number.POSITIVE_INFINITY;
    this.#allowance = this.#limit;
  }

  /** When the latest call ended that the service did not throttle, in the clock's milliseconds; `-Infinity` before the first. */
  get acceptedAt(): number {
    return this.#acceptedAt;
  }

  /** Waits for a permit; an abort before it rejects with the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<Permit> {
    signal?.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<Permit>();
    this.#queue.add(resolve);
    this.#advance();
    return unlessAborted(promise, signal, () => {
      this.#queue.delete(resolve);
      this.#advance();
    });
  }

  /** Issues all permits that are due, and sets the timer for the next one. */
  #advance(): void {
    this.#cancelTimer();
    for (const issue of this.#queue) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        this.#cancelTimer = this.#clock.setTimer(waitMs, () => this.#advance());
        return;
      }
      this.#queue.delete(issue);
      issue(this.#permit());
    }
  }

  #waitMs(): number {
    const now = this.#clock.now();
    for (const attempt of this.#log) if (attempt.countsUntil <= now) this.#log.delete(attempt);
    const earliestAt = Math.max(this.#pausedUntil, this.#sentAt + this.#intervalMs());
    const tooMany = this.#log.size - this.#limit;
    if (tooMany < 0) return Math.ceil(earliestAt - now);
    const ends = [...this.#log].map(({ countsUntil }) => countsUntil).toSorted((a, b) => a - b);
    return Math.ceil(Math.max(earliestAt, ends[tooMany] ?? now) - now);
  }

  /** The shortest time from one call to the next: below the limit, calls leave room for other processes between them. */
  #intervalMs(): number {
    return this.#allowance >= this.#limit ? 0 : this.#windowMs / this.#allowance;
  }

  #permit(): Permit {
    const countsMs = this.#windowMs * (1 + margin);
    this.#sentAt = this.#clock.now();
    const attempt = { countsUntil: this.#sentAt + this.#windowMs * arrivalFraction + countsMs };
    this.#log.add(attempt);
    // The outcome of a call that was sent before the latest throttle does not change the allowance.
    const throttles = this.#throttles;
    return {
      ended: (accepted) => {
        const now = this.#clock.now();
        attempt.countsUntil = Math.min(attempt.countsUntil, now + countsMs);
        if (accepted) this.#acceptedAt = now;
        if (accepted && throttles === this.#throttles) this.#increase();
        this.#advance();
      },
      throttled: (askedMs) => {
        if (throttles === this.#throttles) this.#decrease();
        // The service does not count a throttled call (assumption S-throttling).
        this.#log.delete(attempt);
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + this.#pauseMs(askedMs));
        this.#advance();
        return this.#pausedUntil - this.#clock.now();
      },
    };
  }

  #increase(): void {
    this.#throttlesInARow = 0;
    const windows = (this.#clock.now() - this.#throttledAt) / this.#windowMs;
    this.#allowance = Math.min(this.#limit, this.#allowance + increase * windows);
  }

  #decrease(): void {
    // Without a limit, the calls of the latest window show how many were too many.
    const allowed = Number.isFinite(this.#allowance) ? this.#allowance : this.#log.size;
    this.#allowance = Math.max(minimumAllowance, allowed * decrease);
    this.#throttledAt = this.#clock.now();
    this.#throttles += 1;
    this.#throttlesInARow += 1;
    // The first call after a pause has no interval: the service has a free place by then.
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  #pauseMs(askedMs: number | undefined): number {
    if (askedMs === undefined) return backoffMs(this.#throttlesInARow, this.#random);
    // Processes that got the same delay would call at the same time again. The first throttle gets no jitter: a late call loses the free place.
    const jitterMs = this.#throttlesInARow > 1 ? (this.#intervalMs() / 2) * this.#random.next() : 0;
    return Math.ceil(askedMs + jitterMs);
  }
}

/** The rate limiters that all clients of one account in one region share, one for each operation (assumption S-limits). */
export type RateLimiters = (operation: Pick<Operation, "name" | "version" | "limit">) => RateLimiter;

/** Creates rate limiters, each on first use. */
export function rateLimiters(clock: Clock, random: Random): RateLimiters {
  const byOperation = new Map<string, RateLimiter>();
  return ({ name, version, limit }) => getOrCreate(byOperation, `${version} ${name}`, () => new RateLimiter(clock, random, limit));
}
