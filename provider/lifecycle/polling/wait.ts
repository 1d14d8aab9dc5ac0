import type { Clock } from "../../kernel/clock.ts";
import { ApiError, messageOf, ProtocolError, TransportError, UnsettledError } from "../../kernel/errors.ts";
import type { Random } from "../../kernel/random.ts";
import type { LatencyEstimate } from "./latency.ts";
import { pollIntervalMs } from "./wait-table.ts";

/** How a look went, for one wait: it is over, or it goes on and this was seen. */
export type PollResult<T> = { readonly value: T } | { readonly seen: string };

/** How long a look waits for others to join it, in milliseconds. */
export const gatherMs = 25;

export interface WaitOptions<Item, T> {
  /** Whose records are looked at. */
  readonly key: string;
  /** Judges the records of the key; throws when what is waited for can no longer come. */
  readonly evaluate: (items: readonly Item[]) => PollResult<T>;
  /** What is waited for, for the message when time is over. */
  readonly subject: string;
  /** Until when, in the clock's milliseconds. */
  readonly deadline: number;
  /** Hears what every look has seen. */
  readonly onSeen?: ((seen: string, elapsedMs: number) => void) | undefined;
  /** What has begun, when it is known that something has: the first look comes when that should be over. Otherwise it comes at once. */
  readonly begun?: Begun<Item> | undefined;
}

/** Something that takes its time. */
interface Begun<Item> {
  /** What the things become, as "associated": by this name it is learnt how long that takes. */
  readonly transition: string;
  /** When the last of it began, in the clock's milliseconds. */
  readonly at: number;
  /** When the first of it began; together with the last when absent. */
  readonly firstAt?: number | undefined;
  /** How long it took for those that are over, in milliseconds; `undefined` when their records do not tell. */
  readonly took?: ((items: readonly Item[]) => readonly number[] | undefined) | undefined;
}

/** One who waits for looks at the records of a key. */
export interface Waiter<Item> {
  readonly key: string;
  /** When it wants its next look. */
  readonly next: number;
  /** Whether it is a plain read. */
  readonly isRead: boolean;
  /** Whether it waits for nobody: a plain read, or the look at its deadline. */
  readonly isUrgent: boolean;
  /** Since when something is on its way of which nobody knows how long it takes. */
  readonly unknownSince: number | undefined;
  /** Hears what a look has found, and says whether the wait is over. */
  receive(items: readonly Item[]): boolean;
  /** Hears that a look has failed, and says whether the wait is over. */
  failed(error: unknown): boolean;
  /** Others look first, so that this one knows more when it looks. */
  defer(): void;
}

/** Looks until a judge is content, at the pace of what it waits for. */
export class Wait<Item, T> implements Waiter<Item> {
  readonly key: string;
  readonly isRead = false;
  readonly settled: Promise<T>;
  next: number;
  readonly #options: WaitOptions<Item, T>;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #pace: LatencyEstimate | undefined;
  readonly #startedAt: number;
  readonly #resolve: (value: T) => void;
  readonly #reject: (reason: unknown) => void;
  #looks = 0;
  /** How many looks came when it should have been over. */
  #late = 0;
  #seen = "no answer yet";
  #isOver = false;

  constructor(clock: Clock, random: Random, pace: LatencyEstimate | undefined, options: WaitOptions<Item, T>) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#pace = pace;
    this.#startedAt = clock.now();
    this.key = options.key;
    const { begun, deadline } = options;
    const wanted = begun ? (this.#expectedAt() ?? begun.at + pollIntervalMs(1)) : this.#startedAt;
    this.next = Math.min(Math.max(this.#startedAt + gatherMs, wanted), Math.max(deadline, this.#startedAt + gatherMs));
  }

  get isUrgent(): boolean {
    return this.next >= this.#options.deadline;
  }

  get unknownSince(): number | undefined {
    return this.#pace?.expectedMs === undefined ? this.#options.begun?.at : undefined;
  }

  receive(items: readonly Item[]): boolean {
    this.#looks += 1;
    try {
      const verdict = this.#options.evaluate(items);
      this.#learn(items, "value" in verdict);
      if ("seen" in verdict) return this.#goOn(verdict.seen);
      this.#resolve(verdict.value);
    } catch (error) {
      this.#reject(error);
    }
    return true;
  }

  failed(error: unknown): boolean {
    this.#looks += 1;
    if (isTransient(error)) return this.#goOn(`no answer (${messageOf(error)})`);
    this.#reject(error);
    return true;
  }

  defer(): void {
    this.next = Math.min(this.#expectedAt() ?? this.#clock.now() + pollIntervalMs(1), this.#options.deadline);
  }

  /** Nobody waits any more: nothing more is told. */
  end(): void {
    this.#isOver = true;
  }

  /** What it means that time is over. */
  unsettled(): UnsettledError {
    const elapsedMs = this.#clock.now() - this.#startedAt;
    return new UnsettledError({ subject: this.#options.subject, lastSeen: this.#seen, polls: this.#looks, elapsedMs });
  }

  #goOn(seen: string): boolean {
    this.#seen = seen;
    const now = this.#clock.now();
    const { deadline, onSeen } = this.#options;
    if (now >= deadline) {
      this.#reject(this.unsettled());
      return true;
    }
    if (!this.#isOver) onSeen?.(seen, now - this.#startedAt);
    const expectedAt = this.#expectedAt() ?? now;
    if (expectedAt <= now) this.#late += 1;
    this.next = Math.min(expectedAt > now ? expectedAt : now + this.#pauseMs(), deadline);
    return false;
  }

  /** When it should be over; `undefined` when nobody knows. */
  #expectedAt(): number | undefined {
    const expectedMs = this.#pace?.expectedMs;
    if (expectedMs === undefined || this.#options.begun === undefined) return undefined;
    return this.#options.begun.at + expectedMs;
  }

  #pauseMs(): number {
    // Waits for one transition keep together.
    return this.#pace?.pauseMs(this.#late) ?? pollIntervalMs(this.#looks) * (0.9 + 0.2 * this.#random.next());
  }

  #learn(items: readonly Item[], isOver: boolean): void {
    const { begun } = this.#options;
    if (begun === undefined || this.#pace === undefined) return;
    const now = this.#clock.now();
    const told = begun.took?.(items);
    for (const ms of told ?? []) this.#pace.record(ms, now - (begun.firstAt ?? begun.at));
    if (isOver && told === undefined) this.#pace.recordEnd(now - begun.at, this.#looks === 1);
  }
}

/** Whether a wait should outlive this failure of one look: the next one may well be answered. */
export function isTransient(error: unknown): boolean {
  return error instanceof TransportError || error instanceof ProtocolError || (error instanceof ApiError && error.transient);
}
