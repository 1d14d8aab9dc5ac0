import type { Clock } from "../../kernel/clock.ts";
import { ApiError, messageOf, ProtocolError, TransportError, UnsettledError } from "../../kernel/errors.ts";
import type { LatencyEstimate } from "./latency.ts";
import { gatherMs, pollIntervalMs, type Waiter } from "./schedule.ts";

/** The result of one poll: the value that ends the wait, or a description of what was seen. */
export type PollResult<T> = { readonly value: T } | Seen;

interface Seen {
  readonly seen: string;
  /** When the wait ends if nothing else is seen, in the clock's milliseconds. @defaultValue the wait's deadline */
  readonly until?: number;
}

/** The parameters of a wait: what to poll, when it ends, and how to report progress. */
export interface WaitOptions<Item, T> {
  /** The key whose records are polled. */
  readonly key: string;
  /** Returns the result of the key's records, which were asked for at a time of the clock; throws when the wait can no longer succeed. */
  readonly evaluate: (items: readonly Item[], askedAt: number) => PollResult<T>;
  /** The subject of the error message at the deadline. */
  readonly subject: string;
  /** When the wait ends, in the clock's milliseconds. */
  readonly deadline: number;
  /** Called after each poll that does not end the wait. */
  readonly onSeen?: ((seen: string, elapsedMs: number) => void) | undefined;
  /** Reports the end of a wait of which `onSeen` has reported progress. */
  readonly onSettled?: ((elapsedMs: number) => void) | undefined;
  /** The transition that has begun: the first poll comes when it should have ended. Without it the first poll comes at once. */
  readonly begun?: Begun<Item> | undefined;
}

/** A transition in progress. */
interface Begun<Item> {
  /** The state that the transition leads to, such as "associated". Latency is estimated by this name. */
  readonly transition: string;
  /** When its last part began, in the clock's milliseconds. */
  readonly at: number;
  /** When its first part began, in the clock's milliseconds. @defaultValue `at` */
  readonly firstAt?: number | undefined;
  /** Returns how long the parts that have ended took, in milliseconds; `undefined` when their records do not show it. */
  readonly took?: ((items: readonly Item[]) => readonly number[] | undefined) | undefined;
}

/** A read or a wait that receives the results of polls. */
export interface Receiver<Item> extends Waiter {
  /** Handles the records that a poll has found, and when it asked for them; returns whether the wait is over. */
  receive(items: readonly Item[], askedAt: number): boolean;
  /** Handles the failure of a poll; returns whether the wait is over. */
  failed(error: unknown): boolean;
}

/** A plain read of a key's records. */
export class Read<Item> implements Receiver<Item> {
  readonly key: string;
  readonly dueAt: number;
  readonly isRead = true;
  readonly isUrgent = true;
  readonly settled: Promise<readonly Item[]>;
  readonly receive: (items: readonly Item[]) => boolean;
  readonly failed: (error: unknown) => boolean;

  constructor(clock: Clock, key: string) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Item[]>();
    this.key = key;
    this.dueAt = clock.now() + gatherMs;
    this.settled = promise;
    this.receive = (items) => {
      resolve(items);
      return true;
    };
    this.failed = (error) => {
      reject(error);
      return true;
    };
  }
}

/** Polls until `evaluate` returns a value; the latency estimate of the transition sets the time of the first poll. */
export class Wait<Item, T> implements Receiver<Item> {
  readonly key: string;
  readonly isRead = false;
  readonly settled: Promise<T>;
  readonly #options: WaitOptions<Item, T>;
  readonly #clock: Clock;
  readonly #latency: LatencyEstimate | undefined;
  readonly #startedAt: number;
  readonly #resolve: (value: T) => void;
  readonly #reject: (reason: unknown) => void;
  /** The next poll is not before this time. */
  #notBefore: number;
  #polls = 0;
  /** The number of polls after the transition should have ended. */
  #latePolls = 0;
  #seen = "no answer yet";
  #isOver = false;
  /** Whether `onSeen` has been called. */
  #isReported = false;

  constructor(clock: Clock, latency: LatencyEstimate | undefined, options: WaitOptions<Item, T>) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#options = options;
    this.#clock = clock;
    this.#latency = latency;
    this.#startedAt = clock.now();
    this.key = options.key;
    // The answer of the call that began the transition was the first reading.
    this.#notBefore = this.unknownSince === undefined ? this.#startedAt : this.unknownSince + pollIntervalMs(1);
  }

  /** When its next poll is due; it follows the estimate. The last poll is at the deadline. */
  get dueAt(): number {
    const dueAt = Math.max(this.#notBefore, this.#expectedAt() ?? this.#notBefore);
    return Math.max(this.#startedAt + gatherMs, Math.min(dueAt, this.#options.deadline));
  }

  get isUrgent(): boolean {
    return this.dueAt >= this.#options.deadline;
  }

  get unknownSince(): number | undefined {
    return this.#latency?.expectedMs === undefined ? this.#options.begun?.at : undefined;
  }

  receive(items: readonly Item[], askedAt: number): boolean {
    this.#polls += 1;
    try {
      const result = this.#options.evaluate(items, askedAt);
      this.#updateEstimate(items, "value" in result);
      if ("seen" in result) return this.#continue(result.seen);
      if (this.#isReported && !this.#isOver) this.#options.onSettled?.(this.#clock.now() - this.#startedAt);
      this.#resolve(result.value);
    } catch (error) {
      this.#reject(error);
    }
    return true;
  }

  failed(error: unknown): boolean {
    this.#polls += 1;
    if (isTransient(error)) return this.#continue(`no answer (${messageOf(error)})`);
    this.#reject(error);
    return true;
  }

  /** Stops the progress reports: the caller does not wait any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Returns the error of a wait that has reached its deadline. */
  unsettled(): UnsettledError {
    const elapsedMs = this.#clock.now() - this.#startedAt;
    return new UnsettledError({ subject: this.#options.subject, lastSeen: this.#seen, polls: this.#polls, elapsedMs });
  }

  #continue(seen: string): boolean {
    this.#seen = seen;
    const now = this.#clock.now();
    const { deadline, onSeen } = this.#options;
    if (now >= deadline) {
      this.#reject(this.unsettled());
      return true;
    }
    if (!this.#isOver) {
      this.#isReported = true;
      onSeen?.(seen, now - this.#startedAt);
    }
    if ((this.#expectedAt() ?? now) <= now) this.#latePolls += 1;
    this.#notBefore = now + pollIntervalMs(this.#latePolls, this.#latency?.expectedMs);
    return false;
  }

  /** Returns when the transition should have ended; `undefined` without an estimate. */
  #expectedAt(): number | undefined {
    const expectedMs = this.#latency?.expectedMs;
    const { begun } = this.#options;
    return expectedMs === undefined || begun === undefined ? undefined : begun.at + expectedMs;
  }

  #updateEstimate(items: readonly Item[], isOver: boolean): void {
    const { begun } = this.#options;
    if (begun === undefined || this.#latency === undefined) return;
    const now = this.#clock.now();
    const durations = begun.took?.(items);
    for (const ms of durations ?? []) this.#latency.record(ms, now - (begun.firstAt ?? begun.at));
    if (isOver && durations === undefined) this.#latency.recordEnd(now - begun.at, this.#polls === 1);
  }
}

/** Returns whether an error is transient: the wait continues, because the next poll may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof TransportError || error instanceof ProtocolError || (error instanceof ApiError && error.transient);
}
