import { lastCallMs, withinDeadline, withoutDeadline } from "../../client/pipeline/deadline.ts";
import type { Clock } from "../../kernel/clock.ts";
import { messageOf } from "../../kernel/errors.ts";
import type { Random } from "../../kernel/random.ts";
import { LatencyEstimate } from "./latency.ts";
import { gatherMs, Wait, type Waiter, type WaitOptions } from "./wait.ts";

/** How long a look waits for those that are due soon, in milliseconds. */
const togetherMs = 250;
/** How long waits that keep coming put a look off that shows fewer than a call can, in milliseconds: after each of them, and in all. */
const comingMs = 150;
const longestComingMs = 500;
/** How long a few waits put their look off for many that are due later, in milliseconds: on average of all that are seen then, and each of them. */
const onAverageMs = 500;
const longestForManyMs = 2_000;
/** How long reads that keep coming put a look off, in milliseconds. */
const readingMs = 25;
/** How many keys one call shows. */
const aCall = 5;
/** How long scouts are waited for, in milliseconds. */
const scoutingMs = 3_000;
/** How old a look may be that serves a later snapshot, in milliseconds. */
const snapshotMs = 5_000;

type Look<Item> = (keys: readonly string[]) => Promise<(key: string) => readonly Item[] | Error>;

interface PollerParts {
  /** What is called, for messages. */
  readonly operation?: string | undefined;
  /** What is learnt about transitions, by their names; pollers may share it. */
  readonly paces?: Map<string, LatencyEstimate> | undefined;
  /** A number that changes with everything that this process changes. */
  readonly changes?: (() => number) | undefined;
}

/** Looks for many at once: all waits and reads of one kind of record share their looks, each at its own pace. */
export class Poller<Item> {
  readonly #waiters = new Set<Waiter<Item>>();
  readonly #paces: Map<string, LatencyEstimate>;
  readonly #shared = new Map<string, { readonly at: number; readonly changes: number; readonly items: readonly Item[] }>();
  readonly #held = new Set<Waiter<Item>>();
  /** Scouts came to their end and saw no transition, as with invitations: there is nothing to wait for. */
  #sawNothing = false;
  #interrupt = new AbortController();
  #running = false;
  #cameAt = Number.NEGATIVE_INFINITY;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #look: Look<Item>;
  readonly #changes: () => number;
  readonly #operation: string;

  /** `look` answers for each key with its records, or with the error that this key alone met. */
  constructor(
    clock: Clock,
    random: Random,
    look: Look<Item>,
    { operation = "the list", paces = new Map(), changes = () => 0 }: PollerParts = {},
  ) {
    this.#operation = operation;
    this.#paces = paces;
    this.#changes = changes;
    this.#clock = clock;
    this.#random = random;
    this.#look = look;
  }

  /** The records of a key as they are now; rejects at the deadline of the operation that reads, while others who share the look wait on. */
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

  /** The records of a key as they were a moment ago, when several of its readers had one look together; otherwise as they are now. */
  async snapshot(key: string): Promise<readonly Item[]> {
    const shared = this.#shared.get(key);
    const isFresh = shared !== undefined && this.#clock.now() - shared.at <= snapshotMs && shared.changes === this.#changes();
    return isFresh ? shared.items : this.now(key);
  }

  /** Looks until the judge gives a value; rejects with an UnsettledError at the deadline, or with what the judge throws. */
  async until<T>(options: WaitOptions<Item, T>): Promise<T> {
    const pace = options.begun && this.#paceOf(options.begun.transition);
    const wait = new Wait(this.#clock, this.#random, pace, options);
    this.#add(wait);
    const over = new AbortController();
    // A look that is under way at the deadline may hang for minutes: it gets a moment, and the wait ends without it.
    const leftMs = Math.max(0, options.deadline - this.#clock.now());
    const late = this.#clock.sleep(leftMs + lastCallMs, over.signal).then(() => Promise.reject(wait.unsettled()));
    try {
      return await Promise.race([wait.settled, late]);
    } finally {
      over.abort();
      late.catch(() => undefined);
      wait.end();
      this.#waiters.delete(wait);
      this.#held.delete(wait);
    }
  }

  #paceOf(transition: string): LatencyEstimate {
    const pace = this.#paces.get(transition) ?? new LatencyEstimate(this.#random.next());
    this.#paces.set(transition, pace);
    return pace;
  }

  #add(waiter: Waiter<Item>): void {
    this.#waiters.add(waiter);
    const now = this.#clock.now();
    if (!waiter.isUrgent && waiter.next > now + gatherMs) this.#cameAt = now;
    this.#interrupt.abort();
    if (!this.#running) {
      this.#running = true;
      // Whoever comes first does not bound the looks of the others.
      void withoutDeadline(() => this.#run());
    }
  }

  async #run(): Promise<void> {
    while (this.#waiters.size > 0) {
      const due = this.#ahead(await this.#sleepUntilDue());
      if (due.length > 0) await this.#lookFor(due);
    }
    this.#running = false;
  }

  /** Sleeps until somebody is due, and gives all who are; nobody when it was woken by a newcomer. */
  async #sleepUntilDue(): Promise<Waiter<Item>[]> {
    const at = this.#nextLook();
    const pause = at - this.#clock.now();
    if (pause > 0) {
      this.#interrupt = new AbortController();
      const isWoken = await this.#clock.sleep(pause, this.#interrupt.signal).then(
        () => false,
        () => true,
      );
      if (isWoken) return [];
    }
    // A timer may ring a little early.
    const now = Math.max(at, this.#clock.now());
    return [...this.#waiters].filter(({ next, isRead }) => next <= now || isRead);
  }

  /** When the next look is: a read or a deadline comes first; waits are looked at together. */
  #nextLook(): number {
    const waiters = [...this.#waiters];
    const timesOf = (some: readonly Waiter<Item>[]) => some.map(({ next }) => next);
    const reads = timesOf(waiters.filter(({ isRead }) => isRead));
    const readAt = Math.min(Math.max(...reads), Math.min(...reads) + readingMs);
    const deadlines = timesOf(waiters.filter(({ isRead, isUrgent }) => isUrgent && !isRead));
    const waits = waiters.filter(({ isUrgent }) => !isUrgent);
    return Math.min(...(reads.length > 0 ? [readAt] : []), ...deadlines, ...(waits.length > 0 ? [togetherAt(waits, this.#cameAt)] : []));
  }

  /** While nobody knows how long a transition takes, some look ahead, and the others wait for what they see. */
  #ahead(due: readonly Waiter<Item>[]): readonly Waiter<Item>[] {
    if (this.#sawNothing) return due;
    const now = this.#clock.now();
    const unknown = [...this.#waiters].filter(({ unknownSince }) => unknownSince !== undefined);
    const scouts = new Set([...new Set(unknown.map(({ key }) => key))].slice(0, aCall));
    const mayGo = ({ key, isUrgent, unknownSince }: Waiter<Item>) =>
      unknownSince === undefined || isUrgent || scouts.has(key) || now - unknownSince >= scoutingMs;
    for (const waiter of due.filter((one) => !mayGo(one))) {
      waiter.defer();
      this.#held.add(waiter);
    }
    return due.filter(mayGo);
  }

  async #lookFor(due: readonly Waiter<Item>[]): Promise<void> {
    const at = this.#clock.now();
    const changes = this.#changes();
    const answer = await this.#look([...new Set(due.map(({ key }) => key))]).catch(
      (error: unknown) => () => (error instanceof Error ? error : new Error(messageOf(error))),
    );
    for (const [key, waiters] of Map.groupBy(due, (waiter) => waiter.key)) {
      const found = answer(key);
      if (waiters.length > 1 && !(found instanceof Error)) this.#shared.set(key, { at, changes, items: found });
      for (const waiter of waiters) {
        const isOver = found instanceof Error ? waiter.failed(found) : waiter.receive(found);
        if (isOver) this.#waiters.delete(waiter);
        if (isOver && waiter.unknownSince !== undefined) this.#sawNothing = true;
      }
    }
    for (const waiter of [...this.#held].filter(({ unknownSince }) => this.#sawNothing || unknownSince === undefined)) {
      waiter.defer();
      this.#held.delete(waiter);
    }
    for (const [key, shared] of this.#shared) if (at - shared.at > snapshotMs) this.#shared.delete(key);
  }
}

/** When waits that are due within a moment of the first one are looked at: when they fill the most calls, and the last one is due when they fill none. A few wait longer for many. */
function togetherAt(waits: readonly Waiter<unknown>[], cameAt: number): number {
  const byTime = waits.toSorted((a, b) => a.next - b.next);
  const firstAt = byTime[0]?.next ?? 0;
  const keys = new Set<string>();
  let fullAt: number | undefined;
  let lastAt = 0;
  let until = firstAt + longestComingMs;
  for (const [index, { key, next }] of byTime.entries()) {
    if (next > until) {
      if (fullAt !== undefined || next > firstAt + longestForManyMs || !isWorthWaiting(byTime, index)) break;
      until = next + togetherMs;
    }
    const isNew = keys.size < keys.add(key).size;
    if (isNew && keys.size % aCall === 0) {
      fullAt = next;
      until = firstAt + togetherMs;
    }
    lastAt = next;
  }
  return fullAt ?? Math.max(lastAt, Math.min(cameAt + comingMs, firstAt + longestComingMs));
}

/** Whether those who are due sooner wait for one who is due later, and whoever is due with it. */
function isWorthWaiting(byTime: readonly Waiter<unknown>[], index: number): boolean {
  const at = byTime[index]?.next ?? 0;
  const waitedMs = byTime.slice(0, index).reduce((sum, { next }) => sum + at - next, 0);
  const seen = byTime.filter(({ next }) => next <= at + togetherMs).length;
  return waitedMs <= onAverageMs * seen;
}
