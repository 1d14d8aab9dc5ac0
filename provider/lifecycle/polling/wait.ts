import type { Clock } from "../../kernel/clock.ts";
import { isTransient } from "../../client/errors/failures.ts";
import { messageOf, UnsettledError } from "../../kernel/errors.ts";
import { gatherMs, maxWindowMs, pollIntervalMs, type Waiter } from "./schedule.ts";

/** What a state means for a wait: it ends with success, continues, or fails. */
export type Phase = "target" | "pending" | "failed";

/** The result of one poll: the value that ends the wait, or a description of what was seen. */
export type PollResult<T> = { readonly value: T } | { readonly seen: string };

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
  readonly onSeen?: ((seen: string) => void) | undefined;
  /** Reports the end of a wait of which `onSeen` has reported progress. */
  readonly onSettled?: (() => void) | undefined;
  /** The transition that has begun: the first poll comes when it should have ended. Without it the first poll comes at once. */
  readonly begun?: Begun<Item> | undefined;
}

/** A transition in progress. */
interface Begun<Item> {
  /** The state that the transition leads to, such as "associated". Latency is known by this name. */
  readonly transition: string;
  /** When it began, in the clock's milliseconds. */
  readonly at: number;
  /** Returns how long the parts that have ended took, in milliseconds; `undefined` when their records do not show it. */
  readonly took?: ((items: readonly Item[]) => readonly number[] | undefined) | undefined;
}

/** The upper bound of a latency, in milliseconds: what a wrong one delays a first poll at most. */
const longestMs = 10_000;

/** How long the latest transitions of each kind have taken, in milliseconds, so that the first poll is not too early. */
export type Latencies = Map<string, number>;

/** A read or a wait that receives the results of polls. */
export interface Receiver<Item> extends Waiter {
  /** Handles the records that a poll has found, or its failure, and when it asked; returns whether the wait is over. */
  receive(found: readonly Item[] | Error, askedAt: number): boolean;
}

/** Polls until `evaluate` returns a value; the latency of the transition sets the time of the first poll. */
export class Wait<Item, T> implements Receiver<Item> {
  readonly key: string;
  readonly isRead = false;
  readonly settled: Promise<T>;
  readonly #options: WaitOptions<Item, T>;
  readonly #clock: Clock;
  readonly #latencies: Latencies;
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

  constructor(clock: Clock, latencies: Latencies, options: WaitOptions<Item, T>) {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#options = options;
    this.#clock = clock;
    this.#latencies = latencies;
    this.#startedAt = clock.now();
    this.key = options.key;
    // The answer of the call that began the transition was the first reading.
    this.#notBefore = this.unknownSince === undefined ? this.#startedAt : this.unknownSince + pollIntervalMs(1);
  }

  /** When its next poll is due; it follows the expected latency. The last poll is at the deadline. */
  get dueAt(): number {
    const dueAt = Math.max(this.#notBefore, this.#expectedAt() ?? this.#notBefore);
    return Math.max(this.#startedAt + gatherMs, Math.min(dueAt, this.#options.deadline));
  }

  get latestAt(): number {
    return Math.max(this.dueAt, Math.min(this.dueAt + maxWindowMs, this.#options.deadline));
  }

  get unknownSince(): number | undefined {
    return this.#expectedMs === undefined ? this.#options.begun?.at : undefined;
  }

  get #expectedMs(): number | undefined {
    const { begun } = this.#options;
    return begun && this.#latencies.get(begun.transition);
  }

  receive(found: readonly Item[] | Error, askedAt: number): boolean {
    if (this.#isOver) return true;
    this.#polls += 1;
    if (found instanceof Error) {
      if (isTransient(found)) return this.#continue(`no answer (${messageOf(found)})`);
      this.#reject(found);
      return true;
    }
    try {
      const result = this.#options.evaluate(found, askedAt);
      this.#recordLatency(found, "value" in result);
      if ("seen" in result) return this.#continue(result.seen);
      if (this.#isReported) this.#options.onSettled?.();
      this.#resolve(result.value);
    } catch (error) {
      this.#reject(error);
    }
    return true;
  }

  /** Ends the wait: the caller does not wait any more, and a poll in progress is not evaluated. */
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
    this.#isReported = true;
    onSeen?.(seen);
    if ((this.#expectedAt() ?? now) <= now) this.#latePolls += 1;
    this.#notBefore = now + pollIntervalMs(this.#latePolls, this.#expectedMs);
    return false;
  }

  /** Returns when the transition should have ended; `undefined` without an estimate. */
  #expectedAt(): number | undefined {
    const { begun } = this.#options;
    return this.#expectedMs === undefined || begun === undefined ? undefined : begun.at + this.#expectedMs;
  }

  /** Records the latency from the records, or from the poll that has found the transition ended. A first poll came at the expected time, so that it shows nothing. */
  #recordLatency(items: readonly Item[], isOver: boolean): void {
    const { begun } = this.#options;
    if (begun === undefined) return;
    const durations = begun.took?.(items);
    const isSeen = isOver && durations === undefined && (this.#expectedMs === undefined || this.#polls > 1);
    const tookMs = Math.max(...(durations ?? []), isSeen ? this.#clock.now() - begun.at : 0);
    if (tookMs > 0) this.#latencies.set(begun.transition, Math.min(longestMs, tookMs));
  }
}
