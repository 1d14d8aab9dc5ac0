import { lastCallMs, withinDeadline, withoutDeadline } from "../../client/pipeline/deadline.ts";
import type { Clock } from "../../kernel/clock.ts";
import { messageOf } from "../../kernel/errors.ts";
import type { Random } from "../../kernel/random.ts";
import { LatencyEstimate } from "./latency.ts";
import { gatherMs, Wait, type Waiter, type WaitOptions } from "./wait.ts";

/** The idle window of a poll, in milliseconds: a poll is delayed for waiters that are due within it. */
const idleWindowMs = 250;
/** How long new waiters delay a poll whose last call is not full, in milliseconds: after each new waiter, and in all. */
const arrivalWindowMs = 150;
const maxArrivalWindowMs = 500;
/** How long a few waiters are delayed for many that are due later, in milliseconds: on average of all, and each of them. */
const averageDelayMs = 500;
const maxDelayMs = 2_000;
/** How long new reads delay a poll, in milliseconds. */
const readWindowMs = 25;
/** The number of keys of one call. */
const keysPerCall = 5;
/** How long waits are deferred for the probe requests, in milliseconds. */
const maxProbeMs = 3_000;
/** The age up to which a poll's records are returned as a snapshot, in milliseconds. */
const snapshotMs = 5_000;

type List<Item> = (keys: readonly string[]) => Promise<(key: string) => readonly Item[] | Error>;

interface PollerParts {
  /** The operation's name, for messages. */
  readonly operation?: string | undefined;
  /** The latency estimates by transition; pollers may share them. */
  readonly estimates?: Map<string, LatencyEstimate> | undefined;
  /** Returns a number that is different after each change that this process makes. */
  readonly changes?: (() => number) | undefined;
}

/**
 * Batches polls: all reads and waits for one kind of record share list calls.
 * Each wait is first polled when its transition should have ended.
 */
export class Poller<Item> {
  readonly #waiters = new Set<Waiter<Item>>();
  readonly #estimates: Map<string, LatencyEstimate>;
  readonly #snapshots = new Map<string, { readonly at: number; readonly changes: number; readonly items: readonly Item[] }>();
  readonly #deferred = new Set<Waiter<Item>>();
  /** Whether probe requests ended without a latency estimate, as with invitations: other waits are not deferred then. */
  #isUnpredictable = false;
  #interrupt = new AbortController();
  #running = false;
  #lastAddedAt = Number.NEGATIVE_INFINITY;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #list: List<Item>;
  readonly #changes: () => number;
  readonly #operation: string;

  /** @param list lists the records of many keys; its result returns a key's records, or the error of that key alone */
  constructor(
    clock: Clock,
    random: Random,
    list: List<Item>,
    { operation = "the list", estimates = new Map(), changes = () => 0 }: PollerParts = {},
  ) {
    this.#operation = operation;
    this.#estimates = estimates;
    this.#changes = changes;
    this.#clock = clock;
    this.#random = random;
    this.#list = list;
  }

  /** Returns the current records of a key. Rejects at the deadline of the calling operation, which does not cancel the shared poll. */
  async now(key: string): Promise<readonly Item[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Item[]>();
    const waiter: Waiter<Item> = {
      key,
      next: this.#clock.now() + gatherMs,
      isRead: true,
      isUrgent: true,
      unknownSince: undefined,
      defer: () => undefined,
      receive: (items) => {
        resolve(items);
        return true;
      },
      failed: (error) => {
        reject(error);
        return true;
      },
    };
    this.#add(waiter);
    return withinDeadline(this.#clock, this.#operation, promise).finally(() => this.#waiters.delete(waiter));
  }

  /** Returns the records of a key from the last seconds, if a poll for several waiters has fetched them; otherwise the current ones. */
  async snapshot(key: string): Promise<readonly Item[]> {
    const shared = this.#snapshots.get(key);
    const isFresh = shared !== undefined && this.#clock.now() - shared.at <= snapshotMs && shared.changes === this.#changes();
    return isFresh ? shared.items : this.now(key);
  }

  /** Polls until `evaluate` returns a value; rejects with an UnsettledError at the deadline, or with the error of `evaluate`. */
  async until<T>(options: WaitOptions<Item, T>): Promise<T> {
    const estimate = options.begun && this.#estimateOf(options.begun.transition);
    const wait = new Wait(this.#clock, this.#random, estimate, options);
    this.#add(wait);
    const over = new AbortController();
    // A call in progress at the deadline may hang for minutes, so the wait ends without it after `lastCallMs`.
    const leftMs = Math.max(0, options.deadline - this.#clock.now());
    const late = this.#clock.sleep(leftMs + lastCallMs, over.signal).then(() => Promise.reject(wait.unsettled()));
    try {
      return await Promise.race([wait.settled, late]);
    } finally {
      over.abort();
      late.catch(() => undefined);
      wait.end();
      this.#waiters.delete(wait);
      this.#deferred.delete(wait);
    }
  }

  #estimateOf(transition: string): LatencyEstimate {
    const estimate = this.#estimates.get(transition) ?? new LatencyEstimate(this.#random.next());
    this.#estimates.set(transition, estimate);
    return estimate;
  }

  #add(waiter: Waiter<Item>): void {
    this.#waiters.add(waiter);
    const now = this.#clock.now();
    if (!waiter.isUrgent && waiter.next > now + gatherMs) this.#lastAddedAt = now;
    this.#interrupt.abort();
    if (!this.#running) {
      this.#running = true;
      // The deadline of the operation that starts the loop must not end the polls of others.
      void withoutDeadline(() => this.#run());
    }
  }

  async #run(): Promise<void> {
    while (this.#waiters.size > 0) {
      const due = this.#selectPolled(await this.#sleepUntilDue());
      if (due.length > 0) await this.#poll(due);
    }
    this.#running = false;
  }

  /** Sleeps until the next poll is due, and returns the waiters that are due; none when a new waiter has interrupted the sleep. */
  async #sleepUntilDue(): Promise<Waiter<Item>[]> {
    const at = this.#nextPollAt();
    const pause = at - this.#clock.now();
    if (pause > 0) {
      this.#interrupt = new AbortController();
      const isWoken = await this.#clock.sleep(pause, this.#interrupt.signal).then(
        () => false,
        () => true,
      );
      if (isWoken) return [];
    }
    // A timer may fire a little early.
    const now = Math.max(at, this.#clock.now());
    return [...this.#waiters].filter(({ next, isRead }) => next <= now || isRead);
  }

  /** Returns when the next poll is due: reads and deadlines come first, and waits are batched. */
  #nextPollAt(): number {
    const waiters = [...this.#waiters];
    const timesOf = (some: readonly Waiter<Item>[]) => some.map(({ next }) => next);
    const reads = timesOf(waiters.filter(({ isRead }) => isRead));
    const readAt = Math.min(Math.max(...reads), Math.min(...reads) + readWindowMs);
    const deadlines = timesOf(waiters.filter(({ isRead, isUrgent }) => isUrgent && !isRead));
    const waits = waiters.filter(({ isUrgent }) => !isUrgent);
    return Math.min(...(reads.length > 0 ? [readAt] : []), ...deadlines, ...(waits.length > 0 ? [batchAt(waits, this.#lastAddedAt)] : []));
  }

  /** Selects the waiters to poll. While a transition has no estimate, a few of its waits send probe requests and the others are deferred. */
  #selectPolled(due: readonly Waiter<Item>[]): readonly Waiter<Item>[] {
    if (this.#isUnpredictable) return due;
    const now = this.#clock.now();
    const unknown = [...this.#waiters].filter(({ unknownSince }) => unknownSince !== undefined);
    const probed = new Set([...new Set(unknown.map(({ key }) => key))].slice(0, keysPerCall));
    const isPolled = ({ key, isUrgent, unknownSince }: Waiter<Item>) =>
      unknownSince === undefined || isUrgent || probed.has(key) || now - unknownSince >= maxProbeMs;
    for (const waiter of due.filter((one) => !isPolled(one))) {
      waiter.defer();
      this.#deferred.add(waiter);
    }
    return due.filter(isPolled);
  }

  async #poll(due: readonly Waiter<Item>[]): Promise<void> {
    const at = this.#clock.now();
    const changes = this.#changes();
    const answer = await this.#list([...new Set(due.map(({ key }) => key))]).catch(
      (error: unknown) => () => (error instanceof Error ? error : new Error(messageOf(error))),
    );
    for (const [key, waiters] of Map.groupBy(due, (waiter) => waiter.key)) {
      const found = answer(key);
      if (waiters.length > 1 && !(found instanceof Error)) this.#snapshots.set(key, { at, changes, items: found });
      for (const waiter of waiters) {
        const isOver = found instanceof Error ? waiter.failed(found) : waiter.receive(found);
        if (isOver) this.#waiters.delete(waiter);
        if (isOver && waiter.unknownSince !== undefined) this.#isUnpredictable = true;
      }
    }
    for (const waiter of [...this.#deferred].filter(({ unknownSince }) => this.#isUnpredictable || unknownSince === undefined)) {
      waiter.defer();
      this.#deferred.delete(waiter);
    }
    for (const [key, shared] of this.#snapshots) if (at - shared.at > snapshotMs) this.#snapshots.delete(key);
  }
}

/**
 * Returns when waits that are due close together are polled.
 * That is when they fill the most calls, or when the last one is due if they fill none. A few waits are delayed longer for many.
 */
function batchAt(waits: readonly Waiter<unknown>[], lastAddedAt: number): number {
  const byTime = waits.toSorted((a, b) => a.next - b.next);
  const firstAt = byTime[0]?.next ?? 0;
  const keys = new Set<string>();
  let fullAt: number | undefined;
  let lastAt = 0;
  let until = firstAt + maxArrivalWindowMs;
  for (const [index, { key, next }] of byTime.entries()) {
    if (next > until) {
      if (fullAt !== undefined || next > firstAt + maxDelayMs || !isWorthDelaying(byTime, index)) break;
      until = next + idleWindowMs;
    }
    const isNew = keys.size < keys.add(key).size;
    if (isNew && keys.size % keysPerCall === 0) {
      fullAt = next;
      until = firstAt + idleWindowMs;
    }
    lastAt = next;
  }
  return fullAt ?? Math.max(lastAt, Math.min(lastAddedAt + arrivalWindowMs, firstAt + maxArrivalWindowMs));
}

/** Returns whether to delay the waits that are due sooner until the waits at `index`, by the average delay. */
function isWorthDelaying(byTime: readonly Waiter<unknown>[], index: number): boolean {
  const at = byTime[index]?.next ?? 0;
  const waitedMs = byTime.slice(0, index).reduce((sum, { next }) => sum + at - next, 0);
  const seen = byTime.filter(({ next }) => next <= at + idleWindowMs).length;
  return waitedMs <= averageDelayMs * seen;
}
