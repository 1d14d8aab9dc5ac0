import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { Limit } from "../../wire/operation.ts";
import { backoffMs } from "../pipeline/backoff.ts";

/** Added to every window, as a part of it: timers and clocks are not exact. */
const margin = 0.02;
/** A call counts when it arrives, between sending and answer; an answer that takes longer than this part of the window is not waited for. */
const arrivalFraction = 0.5;
/** The slowest pace that throttles lead to, in calls a window. */
const minimumAllowance = 0.5;
/** Success brings the pace back to this part of the one that was throttled, by a quarter of it each window … */
const fastRecoveryUpTo = 0.9;
/** … and from there on by this part of the limit for each window since the throttle: slowly at first, for that pace is known to be too fast. */
const probingIncrease = 4 / 100;
/** How many throttles in a row make the pause longer, where the service does not say how long it should be. */
const maxDoublings = 5;
/** The longest pause, whatever the service asks for: later calls must come to their own answer. */
const maxPauseMs = 60_000;

interface Sending {
  readonly sentAt: number;
  /** How many steps down there had been: what was sent before the last one says nothing about the pace since then. */
  readonly stepsDown: number;
}

interface Waiter {
  readonly ticket: number;
  readonly go: (turn: Permit) => void;
}

/** A call's turn to be sent; whoever has it says how it ended. */
export interface Permit {
  /** `accepted`: the service let the call through, whatever it answered. */
  ended(accepted: boolean): void;
  /** The service said that calls come too fast, and perhaps how long to stay away. Gives the length of the pause in milliseconds. */
  throttled(askedMs: number | undefined): number;
}

/**
 * The turns of one operation of one account in one region: a log of what was sent, so that no window holds more calls than the limit. A burst passes at
 * once when the window is empty, and callers go in the order they came; a call that comes back has kept its place. A throttle pauses
 * everybody and halves the allowance; success brings it back bit by bit.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #windowMs: number;
  readonly #limit: number;
  readonly #tickets = new WeakMap<object, number>();
  #nextTicket = 0;
  #allowance: number;
  /** What was sent and may not have arrived yet, in that order. */
  readonly #open = new Set<Sending>();
  /** By when each of the others had arrived, in order, as long as it counts: the window of such a call begins then. */
  readonly #arrivals: number[] = [];
  #queue: Waiter[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #stepsDown = 0;
  #stepsInARow = 0;
  #steppedAt = 0;
  /** The pace that was throttled last. */
  #ceiling: number;
  #timer: { readonly at: number; readonly callOff: () => void } | undefined;

  /** Without a `limit` everything passes until the service says otherwise. */
  constructor(clock: Clock, random: Random, limit: Limit | undefined) {
    this.#clock = clock;
    this.#random = random;
    this.#windowMs = limit?.windowMs ?? 1000;
    this.#limit = limit?.calls ?? Number.POSITIVE_INFINITY;
    this.#allowance = this.#limit;
    this.#ceiling = this.#limit;
  }

  /** Resolves when it is the call's turn; rejects with the signal's reason when it is aborted first. */
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
      const go = (turn: Permit) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(turn);
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

  /** Lets everybody go whose turn it is, and sets the alarm for the next one. */
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

  /** Brings the log up to now: what must have arrived meanwhile, and what does not count any more. */
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

  /** How long a call counts after it has arrived: a window, or more where not even one a window is allowed. */
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
    // A place is free when the service says so: whoever comes much later finds it taken by a neighbour again and again.
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
