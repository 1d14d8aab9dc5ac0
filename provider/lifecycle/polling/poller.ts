import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { currentScope, lastCallMs, awaitShared, runDetached } from "../../kernel/operation-scope.ts";
import type { Clock } from "../../kernel/clock.ts";
import { asError } from "../../kernel/errors.ts";
import { gatherMs, nextPoll } from "./schedule.ts";
import { type Latencies, type Receiver, Wait, type WaitOptions } from "./wait.ts";

/**
 * The age up to which a poll's records are returned as a snapshot, in milliseconds: the reads of one refresh are as close as this.
 * It need not equal `visibilityMs`: a snapshot never counts as a current read.
 */
const snapshotMs = 5_000;

type List<Item> = (keys: readonly string[]) => Promise<(key: string) => readonly Item[] | Error>;

interface PollerOptions {
  /** The operation's name, for messages. */
  readonly operation?: string | undefined;
  /** Latencies, which pollers may share. */
  readonly latencies?: Latencies | undefined;
  /** Returns a number that is different after each change that this process makes. */
  readonly changes?: (() => number) | undefined;
}

/**
 * Polls one kind of record for all reads and waits: they share list calls.
 * The schedule (`schedule.ts`) decides when; this loop sleeps, lists, and passes the records on.
 */
export class Poller<Item> {
  readonly #waiters = new Set<Receiver<Item>>();
  readonly #latencies: Latencies;
  readonly #snapshots = new Map<string, { readonly at: number; readonly changes: number; readonly items: readonly Item[] }>();
  #interrupt = new AbortController();
  #isRunning = false;
  readonly #clock: Clock;
  readonly #list: List<Item>;
  readonly #changes: () => number;
  readonly #operation: string;

  /** @param list lists the records of many keys; its result returns a key's records, or the error of that key alone */
  constructor(clock: Clock, list: List<Item>, { operation = "the list", latencies = new Map(), changes = () => 0 }: PollerOptions = {}) {
    this.#operation = operation;
    this.#latencies = latencies;
    this.#changes = changes;
    this.#clock = clock;
    this.#list = list;
  }

  /** Returns the current records of a key. Rejects at the deadline of the calling operation, which does not cancel the shared poll. */
  async now(key: string): Promise<readonly Item[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Item[]>();
    const at = this.#clock.now() + gatherMs;
    const receive = (found: readonly Item[] | Error) => {
      if (found instanceof Error) reject(found);
      else resolve(found);
      return true;
    };
    const read = { key, dueAt: at, latestAt: at, isRead: true, receive };
    this.#add(read);
    return awaitShared(this.#clock, this.#operation, promise).finally(() => this.#waiters.delete(read));
  }

  /** Returns the records of a key from the last seconds, if a poll for several waiters has fetched them; otherwise the current ones. */
  async snapshot(key: string): Promise<readonly Item[]> {
    const shared = this.#snapshots.get(key);
    const isFresh = shared !== undefined && this.#clock.now() - shared.at <= snapshotMs && shared.changes === this.#changes();
    return isFresh ? shared.items : this.now(key);
  }

  /** Polls until `evaluate` returns a value; rejects with an UnsettledError at the deadline, or with the error of `evaluate`. A cancellation ends it at once. */
  async until<T>(options: WaitOptions<Item, T>): Promise<T> {
    const wait = new Wait(this.#clock, this.#latencies, options);
    this.#add(wait);
    const over = new AbortController();
    // A call in progress at the deadline may hang for minutes, so the wait ends without it after `lastCallMs`.
    const leftMs = Math.max(0, options.deadline - this.#clock.now());
    const late = this.#clock.sleep(leftMs + lastCallMs, over.signal).then(() => Promise.reject(wait.unsettled()));
    try {
      return await unlessAborted(Promise.race([wait.settled, late]), currentScope().cancellation);
    } finally {
      over.abort();
      wait.end();
      this.#waiters.delete(wait);
    }
  }

  #add(waiter: Receiver<Item>): void {
    this.#waiters.add(waiter);
    this.#interrupt.abort();
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The deadline of the operation that starts the loop must not end the polls of others.
    void runDetached(() => this.#run());
  }

  async #run(): Promise<void> {
    let now = this.#clock.now();
    for (let poll = nextPoll([...this.#waiters], now); poll !== undefined; poll = nextPoll([...this.#waiters], now)) {
      if (poll.at > now) now = await this.#sleepUntil(poll.at);
      else {
        await this.#poll(poll.waiters);
        now = this.#clock.now();
      }
    }
    this.#isRunning = false;
  }

  /** Sleeps until a time, or until a new waiter interrupts it; returns the time then. */
  async #sleepUntil(at: number): Promise<number> {
    this.#interrupt = new AbortController();
    const isDue = await this.#clock.sleep(at - this.#clock.now(), this.#interrupt.signal).then(
      () => true,
      () => false,
    );
    // A timer may fire a little early.
    return isDue ? Math.max(at, this.#clock.now()) : this.#clock.now();
  }

  async #poll(waiters: readonly Receiver<Item>[]): Promise<void> {
    const at = this.#clock.now();
    const changes = this.#changes();
    const answer = await this.#list([...new Set(waiters.map(({ key }) => key))]).catch((error: unknown) => () => asError(error));
    for (const [key, waiting] of Map.groupBy(waiters, (waiter) => waiter.key)) {
      const found = answer(key);
      if (waiting.length > 1 && !(found instanceof Error)) this.#snapshots.set(key, { at, changes, items: found });
      for (const waiter of waiting) {
        if (waiter.receive(found, at)) this.#waiters.delete(waiter);
      }
    }
    for (const [key, shared] of this.#snapshots) if (at - shared.at > snapshotMs) this.#snapshots.delete(key);
  }
}
