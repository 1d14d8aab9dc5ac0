import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { Limit } from "../../wire/operation.ts";
import { backoffMs } from "./backoff.ts";

/** Added to every window, as a fraction of it: timers and clocks are inexact. */
const margin = 0.02;
/** The service counts a call on arrival. The limiter assumes arrival at the response, or at the latest after this fraction of the window. */
const arrivalFraction = 0.5;
/** The lowest allowance after throttles, in calls a window. */
const minimumAllowance = 0.5;
/** Fast recovery: up to this fraction of the throttled allowance, each window restores a quarter of it. */
const fastRecoveryUpTo = 0.9;
/**
 * Probing: above `fastRecoveryUpTo`, each window adds this fraction of the limit, times the windows since the throttle.
 * It starts slowly, because the service has throttled that rate before.
 */
const probingIncrease = 4 / 100;
/** How many throttles in a row lengthen the pause, when the service asks for no delay. */
const maxDoublings = 5;
/** The longest pause, whatever the service asks for: calls that come later must learn the service's current answer. */
const maxPauseMs = 60_000;

interface Sending {
  readonly sentAt: number;
  /** The number of slow-downs so far: the outcome of a call that was sent before the latest one does not change the allowance. */
  readonly stepsDown: number;
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
 * A throttle pauses all callers and halves the allowance; successful calls restore it step by step.
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
  #stepsDown = 0;
  #stepsInARow = 0;
  #steppedAt = 0;
  /** The allowance at the latest throttle. */
  #ceiling: number;
  #timer: { readonly at: number; readonly callOff: () => void } | undefined;

  /** Without a `limit`, the allowance is unbounded until the first throttle. */
  constructor(clock: Clock, random: Random, limit: Limit | undefined) {
    this.#clock = clock;
    this.#random = random;
    this.#windowMs = limit?.windowMs ?? 1000;
    this.#limit = limit?.calls ?? Number.POSITIVE_INFINITY;
    this.#allowance = this.#limit;
    this.#ceiling = this.#limit;
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
    const sending: Sending = { sentAt: this.#clock.now(), stepsDown: this.#stepsDown };
    this.#open.add(sending);
    return {
      ended: (accepted) => {
        this.#arrived(sending);
        if (accepted && sending.stepsDown === this.#stepsDown) this.#recover();
        this.#advance();
      },
      throttled: (askedMs) => {
        this.#arrived(sending);
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
    const pauseMs = this.#pausedUntil - now;
    const places = Math.max(1, Math.floor(this.#allowance));
    const tooMany = this.#open.size + this.#arrivals.length - places;
    if (tooMany < 0) return Math.max(0, Math.ceil(pauseMs));
    const arrivedAt = this.#arrivals[tooMany] ?? this.#latestArrival([...this.#open][tooMany - this.#arrivals.length]?.sentAt ?? now);
    return Math.ceil(Math.max(arrivedAt + this.#countsMs() - now, pauseMs));
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

  /** How long a call counts after its arrival: one window, or longer when the allowance is below one call a window. */
  #countsMs(): number {
    return (this.#windowMs * (1 + margin)) / Math.min(1, this.#allowance);
  }

  #slowDown(sending: Sending, askedMs: number | undefined): number {
    const now = this.#clock.now();
    if (sending.stepsDown === this.#stepsDown) {
      this.#ceiling = Number.isFinite(this.#allowance) ? this.#allowance : this.#open.size + this.#arrivals.length;
      this.#allowance = Math.max(minimumAllowance, this.#ceiling / 2);
      this.#stepsDown += 1;
      this.#stepsInARow += 1;
      this.#steppedAt = now;
    }
    const own = backoffMs(Math.min(this.#stepsInARow, maxDoublings), this.#random);
    // Little jitter on the service's delay: a call that is sent much later loses the free slot to other programs of the account.
    const pauseMs = Math.min(
      maxPauseMs,
      askedMs === undefined ? own : Math.ceil(askedMs + Math.min(askedMs / 10, 20) * this.#random.next()),
    );
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    return this.#pausedUntil - now;
  }

  #recover(): void {
    this.#stepsInARow = 0;
    if (this.#allowance >= this.#limit) return;
    const quick = this.#allowance < this.#ceiling * fastRecoveryUpTo;
    const windows = Math.max(1, (this.#clock.now() - this.#steppedAt) / this.#windowMs);
    const full = Number.isFinite(this.#limit) ? this.#limit : this.#ceiling;
    const aWindow = quick ? this.#ceiling / 4 : full * probingIncrease * windows;
    this.#allowance = Math.min(this.#limit, this.#allowance + aWindow / Math.max(1, this.#allowance));
  }
}
