import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Limit } from "../wire/operation.ts";
import { backoffMs } from "./backoff.ts";

/** Added to every window, as a part of it: timers and clocks are not exact. */
const margin = 0.02;
/** A call counts when it arrives, between sending and answer; an answer that takes longer than this part of the window is not waited for. */
const slack = 0.5;
/** The slowest pace that throttles lead to, in calls a window. */
const slowest = 0.5;
/** Success brings the pace back to this part of the one that was throttled, by a quarter of it each window … */
const quickUpTo = 0.9;
/** … and from there on by this part of the limit for each window since the throttle: slowly at first, for that pace is known to be too fast. */
const probing = 4 / 100;
/** How many throttles in a row make the pause longer, where the service does not say how long it should be. */
const mostDoublings = 5;
/** The longest pause, whatever the service asks for: later calls must come to their own answer. */
const longestPauseMs = 60_000;

interface Sending {
  readonly sentAt: number;
  /** How many steps down there had been: what was sent before the last one says nothing about the pace since then. */
  readonly stepsDown: number;
  endedAt: number | undefined;
}

interface Waiter {
  readonly ticket: number;
  readonly go: (turn: Turn) => void;
}

/** A call's turn to be sent; whoever has it says how it ended. */
export interface Turn {
  /** `accepted`: the service let the call through, whatever it answered. */
  ended(accepted: boolean): void;
  /** The service said that calls come too fast, and perhaps how long to stay away. Gives the length of the pause in milliseconds. */
  throttled(askedMs: number | undefined): number;
}

/**
 * The turns of one operation of one account: a log of what was sent, so that no window holds more calls than the limit. A burst passes at
 * once when the window is empty, and callers go in the order they came; a call that comes back has kept its place. A throttle pauses
 * everybody and halves the allowance; success brings it back bit by bit.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #windowMs: number;
  readonly #limit: number;
  readonly #tickets = new WeakMap<object, number>();
  #nextTicket = 0;
  #allowance: number;
  #sendings: Sending[] = [];
  #queue: Waiter[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #stepsDown = 0;
  #stepsInARow = 0;
  #steppedAt = 0;
  /** The pace that was throttled last. */
  #ceiling: number;
  #alarm: { readonly at: number; readonly stop: AbortController } | undefined;

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
  async enter(call: object, signal?: AbortSignal): Promise<Turn> {
    signal?.throwIfAborted();
    const ticket = this.#tickets.get(call) ?? this.#nextTicket++;
    this.#tickets.set(call, ticket);
    if (this.#queue.length === 0 && this.#waitMs() <= 0) return this.#grant();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue = this.#queue.filter((other) => other !== waiter);
        reject(signal?.reason);
        this.#advance();
      };
      const go = (turn: Turn) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(turn);
      };
      const waiter: Waiter = { ticket, go };
      signal?.addEventListener("abort", onAbort, { once: true });
      const place = this.#queue.findIndex((other) => other.ticket > ticket);
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, waiter);
      this.#advance();
    });
  }

  #grant(): Turn {
    const sending: Sending = { sentAt: this.#clock.now(), stepsDown: this.#stepsDown, endedAt: undefined };
    this.#sendings.push(sending);
    return {
      ended: (accepted) => {
        sending.endedAt = this.#clock.now();
        if (accepted && sending.stepsDown === this.#stepsDown) this.#recover();
        this.#advance();
      },
      throttled: (askedMs) => {
        sending.endedAt = this.#clock.now();
        const pauseMs = this.#slowDown(sending, askedMs);
        this.#advance();
        return pauseMs;
      },
    };
  }

  /** Lets everybody go whose turn it is, and sets the alarm for the next one. */
  #advance(): void {
    let waitMs = 0;
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      waitMs = this.#waitMs();
      if (waitMs > 0) break;
      this.#queue.shift();
      first.go(this.#grant());
    }
    const at = this.#queue.length > 0 ? this.#clock.now() + waitMs : undefined;
    if (this.#alarm?.at === at) return;
    this.#alarm?.stop.abort("set anew");
    this.#alarm = undefined;
    if (at === undefined) return;
    const alarm = { at, stop: new AbortController() };
    this.#alarm = alarm;
    this.#clock.sleep(waitMs, alarm.stop.signal).then(
      () => {
        if (this.#alarm === alarm) this.#alarm = undefined;
        this.#advance();
      },
      () => undefined,
    );
  }

  #waitMs(): number {
    const now = this.#clock.now();
    this.#forgetTheFuture(now);
    if (!Number.isFinite(this.#allowance)) {
      // Nothing to wait for; the log only has to know the pace of the last window.
      while (this.#sendings[0] && this.#sendings[0].sentAt <= now - this.#windowMs) this.#sendings.shift();
      return 0;
    }
    const stretchedMs = (this.#windowMs * (1 + margin)) / Math.min(1, this.#allowance);
    const freeAt = ({ sentAt, endedAt = Number.POSITIVE_INFINITY }: Sending) =>
      Math.min(endedAt, sentAt + this.#windowMs * slack) + stretchedMs;
    this.#sendings = this.#sendings.filter((sending) => freeAt(sending) > now);
    const pauseMs = this.#pausedUntil - now;
    const places = Math.max(1, Math.floor(this.#allowance));
    if (this.#sendings.length < places) return Math.max(0, Math.ceil(pauseMs));
    const freed = this.#sendings.map(freeAt).toSorted((a, b) => a - b)[this.#sendings.length - places] ?? now;
    return Math.ceil(Math.max(freed - now, pauseMs));
  }

  /** A clock that was set back must not make anybody wait for the time it went back by. */
  #forgetTheFuture(now: number): void {
    if ((this.#sendings.at(-1)?.sentAt ?? now) > now) this.#sendings = [];
    if (this.#pausedUntil > now + longestPauseMs) this.#pausedUntil = now;
  }

  #slowDown(sending: Sending, askedMs: number | undefined): number {
    const now = this.#clock.now();
    if (sending.stepsDown === this.#stepsDown) {
      this.#ceiling = Number.isFinite(this.#allowance) ? this.#allowance : this.#sendings.length;
      this.#allowance = Math.max(slowest, this.#ceiling / 2);
      this.#stepsDown += 1;
      this.#stepsInARow += 1;
      this.#steppedAt = now;
    }
    const own = backoffMs(Math.min(this.#stepsInARow, mostDoublings), this.#random);
    // A place is free when the service says so: whoever comes much later finds it taken by a neighbour again and again.
    const pauseMs = Math.min(
      longestPauseMs,
      askedMs === undefined ? own : Math.ceil(askedMs + Math.min(askedMs / 10, 20) * this.#random.next()),
    );
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs);
    return this.#pausedUntil - now;
  }

  #recover(): void {
    this.#stepsInARow = 0;
    if (this.#allowance >= this.#limit) return;
    const quick = this.#allowance < this.#ceiling * quickUpTo;
    const windows = Math.max(1, (this.#clock.now() - this.#steppedAt) / this.#windowMs);
    const full = Number.isFinite(this.#limit) ? this.#limit : this.#ceiling;
    const aWindow = quick ? this.#ceiling / 4 : full * probing * windows;
    this.#allowance = Math.min(this.#limit, this.#allowance + aWindow / Math.max(1, this.#allowance));
  }
}
