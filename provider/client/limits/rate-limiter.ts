import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { Limit } from "../../wire/operation.ts";
import { backoffMs } from "./backoff.ts";

/** Added to every window, as a fraction of it: timers and clocks are inexact. */
const margin = 0.02;
/** The service counts a call on arrival. The limiter assumes arrival at the response, or at the latest after this fraction of the window. */
const arrivalFraction = 0.5;
/** The first throttle reduces the allowance to this fraction: another process uses the limit as well. */
const firstDecrease = 0.5;
/** Multiplicative decrease: a later throttle reduces the allowance to this fraction. */
const decrease = 0.75;
/** From this many throttles in a row, each further one is a later throttle as well: the limit has more users than the allowance assumes. */
const persistentThrottles = 4;
/** The lowest allowance, in calls a window. */
const minimumAllowance = 0.1;
/** Additive increase: an accepted call adds this many calls a window. */
const increase = 0.015;
/** Probing: for each window since the latest throttle, an accepted call adds this fraction of the allowance and of one call a window. */
const probingIncrease = 0.001;
/** Backoff: after several throttles in a row, the pause is longer by up to this fraction of the interval between two calls, at random. */
const backoffFraction = 0.5;
/** How many throttles in a row lengthen the pause, when the service asks for no delay. */
const maxDoublings = 5;
/** The longest pause, whatever the service asks for: calls that come later must learn the service's current answer. */
const maxPauseMs = 60_000;

interface Sending {
  readonly sentAt: number;
  /** The number of throttles so far: the outcome of a call that was sent before the latest one does not change the allowance. */
  readonly throttles: number;
  /** How many calls its window had, with itself: a late throttle finds fewer. */
  readonly used: number;
}

interface Waiter {
  readonly ticket: number;
  readonly go: (permit: Permit) => void;
}

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
 * The rate limiter of one operation of one account in one region.
 * It keeps a sliding-window log, so that no window has more calls than the limit; an empty window permits a burst.
 * Callers are served first come, first served, and a retried call keeps its place.
 * A throttle pauses all callers, and reduces the allowance by the rules of congestion control, because other processes use the same limit.
 * Below the limit, calls are evenly spaced, and accepted calls raise the allowance again.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #windowMs: number;
  readonly #limit: number;
  readonly #tickets = new WeakMap<object, number>();
  #nextTicket = 0;
  #allowance: number;
  /** Attempts that were sent and may not have arrived yet, in the order of sending. */
  readonly #open = new Set<Sending>();
  /** When the other attempts had arrived, in order, as long as they count: the window of a call starts at its arrival. */
  readonly #arrivals: number[] = [];
  #queue: Waiter[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Throttles so far; those of calls that were sent together are one. */
  #throttles = 0;
  #throttlesInARow = 0;
  #throttledAt = 0;
  #acceptedAt = Number.NEGATIVE_INFINITY;
  /** When the latest call was sent; the interval to the next one starts there. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: { readonly at: number; readonly callOff: () => void } | undefined;

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

  /**
   * Waits for a permit.
   * @param call - identifies the call: its later attempts keep the place of the first
   * @param signal - an abort before the permit rejects with the signal's reason
   */
  acquire(call: object, signal?: AbortSignal): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const ticket = this.#tickets.get(call) ?? this.#nextTicket++;
    this.#tickets.set(call, ticket);
    if (this.#queue.length === 0 && this.#waitMs() <= 0) return Promise.resolve(this.#issuePermit());
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        reject(signal?.reason);
        this.#advance();
      };
      const go = (permit: Permit) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(permit);
      };
      const waiter: Waiter = { ticket, go };
      signal?.addEventListener("abort", onAbort, { once: true });
      const place = this.#queue.findLastIndex((other) => other.ticket < ticket) + 1;
      this.#queue.splice(place, 0, waiter);
      this.#advance();
    });
  }

  #issuePermit(): Permit {
    const sentAt = this.#clock.now();
    this.#expire(sentAt);
    const sending: Sending = { sentAt, throttles: this.#throttles, used: this.#used() + 1 };
    this.#sentAt = sentAt;
    this.#open.add(sending);
    return {
      ended: (accepted) => {
        this.#arrived(sending);
        if (accepted) this.#acceptedAt = this.#clock.now();
        if (accepted && sending.throttles === this.#throttles) this.#increase();
        this.#advance();
      },
      throttled: (askedMs) => {
        const pauseMs = this.#slowDown(sending, askedMs);
        this.#advance();
        return pauseMs;
      },
    };
  }

  #arrived(sending: Sending): void {
    const now = this.#clock.now();
    this.#expire(now);
    if (this.#open.delete(sending)) this.#arrivals.push(now);
  }

  /** Issues all permits that are due, and sets the timer for the next one. */
  #advance(): void {
    let waitMs = 0;
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      waitMs = this.#waitMs();
      if (waitMs > 0) break;
      this.#queue.shift();
      first.go(this.#issuePermit());
    }
    const at = this.#queue.length > 0 ? this.#clock.now() + waitMs : undefined;
    if (this.#timer?.at === at) return;
    this.#timer?.callOff();
    this.#timer = undefined;
    if (at === undefined) return;
    const callOff = this.#clock.setTimer(waitMs, () => {
      this.#timer = undefined;
      this.#advance();
    });
    this.#timer = { at, callOff };
  }

  #waitMs(): number {
    const now = this.#clock.now();
    this.#expire(now);
    const earliestAt = Math.max(this.#pausedUntil, this.#sentAt + this.#intervalMs());
    const tooMany = this.#used() - this.#limit;
    if (tooMany < 0) return Math.max(0, Math.ceil(earliestAt - now));
    const arrivedAt = this.#arrivals[tooMany] ?? this.#latestArrival([...this.#open][tooMany - this.#arrivals.length]?.sentAt ?? now);
    return Math.ceil(Math.max(arrivedAt + this.#countsMs(), earliestAt) - now);
  }

  /** How many calls the window has. */
  #used(): number {
    return this.#open.size + this.#arrivals.length;
  }

  /** The shortest time from one call to the next: below the limit, calls leave room for other processes between them. */
  #intervalMs(): number {
    return this.#allowance >= this.#limit ? 0 : this.#windowMs / this.#allowance;
  }

  /** Updates the log: attempts that must have arrived by now move to `#arrivals`, and arrivals outside the window are dropped. */
  #expire(now: number): void {
    for (const sending of this.#open) {
      const arrivedAt = this.#latestArrival(sending.sentAt);
      if (arrivedAt > now) break;
      this.#open.delete(sending);
      this.#arrivals.push(arrivedAt);
    }
    const countsMs = this.#countsMs();
    while (this.#arrivals[0] !== undefined && this.#arrivals[0] + countsMs <= now) this.#arrivals.shift();
  }

  #latestArrival(sentAt: number): number {
    return sentAt + this.#windowMs * arrivalFraction;
  }

  /** How long a call counts after its arrival. */
  #countsMs(): number {
    return this.#windowMs * (1 + margin);
  }

  #slowDown(sending: Sending, askedMs: number | undefined): number {
    const now = this.#clock.now();
    this.#expire(now);
    if (sending.throttles === this.#throttles) {
      this.#decrease(now, Math.max(sending.used, this.#used()));
      // The first call after a pause has no interval: the service has a free place by then.
      this.#sentAt = Number.NEGATIVE_INFINITY;
    }
    // The service does not count a throttled call (assumption S-throttling).
    this.#open.delete(sending);
    const own = backoffMs(Math.min(this.#throttlesInARow, maxDoublings), this.#random);
    const pauseMs = Math.min(maxPauseMs, askedMs === undefined ? own : Math.ceil(askedMs + this.#jitterMs(askedMs)));
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    return this.#pausedUntil - now;
  }

  /** Little jitter on the service's delay: a call that is sent much later loses the free place to another process. */
  #jitterMs(askedMs: number): number {
    const shortMs = Math.min(askedMs / 10, 20);
    // Processes that were told the same delay would meet again and again.
    const longestMs = this.#throttlesInARow <= 1 ? shortMs : shortMs + backoffFraction * this.#intervalMs();
    return longestMs * this.#random.next();
  }

  #decrease(now: number, used: number): void {
    // A second throttle in a row says nothing new about the rate: the call before was the first after a pause.
    if (this.#throttlesInARow === 0 || this.#throttlesInARow >= persistentThrottles) {
      const allowed = Number.isFinite(this.#allowance) ? this.#allowance : used;
      this.#allowance = Math.max(minimumAllowance, allowed * (this.#throttles === 0 ? firstDecrease : decrease));
    }
    this.#throttles += 1;
    this.#throttlesInARow += 1;
    this.#throttledAt = now;
  }

  #increase(): void {
    this.#throttlesInARow = 0;
    const windows = (this.#clock.now() - this.#throttledAt) / this.#windowMs;
    this.#allowance = Math.min(this.#limit, this.#allowance + increase + probingIncrease * windows * (1 + this.#allowance));
  }
}
