import type { Clock } from "../kernel/clock.ts";
import { ApiError, messageOf, ProtocolError, TransportError, UnsettledError } from "../kernel/errors.ts";
import type { Random } from "../kernel/random.ts";
import { nextPauseMs } from "./wait.ts";

/** How a look went, for one wait: it is over, or it goes on and this was seen. */
export type Verdict<T> = { readonly value: T } | { readonly seen: string };

interface WaitOptions<Item, T> {
  /** Whose records are looked at. */
  readonly key: string;
  /** Judges the records of the key; throws when what is waited for can no longer come. */
  readonly judge: (items: readonly Item[]) => Verdict<T>;
  /** What is waited for, for the message when time is over. */
  readonly subject: string;
  /** Until when, in the clock's milliseconds. */
  readonly deadline: number;
  /** Hears what every look has seen. */
  readonly onSeen?: ((seen: string, elapsedMs: number) => void) | undefined;
}

interface Waiter<Item> {
  readonly key: string;
  next: number;
  look(items: readonly Item[]): boolean;
  failed(error: unknown): boolean;
}

/** How long a look waits for others to join it, in milliseconds. */
const gatherMs = 10;
/** How long the look at the deadline may take, in milliseconds. */
const lastLookMs = 3_000;

/** Looks for many at once: all waits and reads of one kind of record share their looks, each at its own pace. */
export class Poller<Item> {
  readonly #waiters = new Set<Waiter<Item>>();
  #interrupt = new AbortController();
  #running = false;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #look: (keys: readonly string[]) => Promise<(key: string) => readonly Item[] | Error>;

  /** `look` answers for each key with its records, or with the error that this key alone met. */
  constructor(clock: Clock, random: Random, look: (keys: readonly string[]) => Promise<(key: string) => readonly Item[] | Error>) {
    this.#clock = clock;
    this.#random = random;
    this.#look = look;
  }

  /** The records of a key as they are now. */
  now(key: string): Promise<readonly Item[]> {
    return new Promise((resolve, reject) => {
      this.#add({
        key,
        next: this.#clock.now() + gatherMs,
        look: (items) => {
          resolve(items);
          return true;
        },
        failed: (error) => {
          reject(error);
          return true;
        },
      });
    });
  }

  /** Looks until `judge` gives a value; rejects with an UnsettledError at the deadline, or with what `judge` throws. */
  async until<T>({ key, judge, subject, deadline, onSeen }: WaitOptions<Item, T>): Promise<T> {
    const started = this.#clock.now();
    let looks = 0;
    let seen = "no answer yet";
    const unsettled = () => new UnsettledError({ subject, seen, looks, elapsedMs: this.#clock.now() - started });
    const over = new AbortController();
    let waiter: Waiter<Item> | undefined;
    const settled = new Promise<T>((resolve, reject) => {
      const goOn = (now: string): boolean => {
        seen = now;
        if (this.#clock.now() >= deadline) {
          reject(unsettled());
          return true;
        }
        if (!over.signal.aborted) onSeen?.(seen, this.#clock.now() - started);
        const pause = nextPauseMs(looks) * (0.9 + 0.2 * this.#random.next());
        mine.next = Math.min(this.#clock.now() + pause, deadline);
        return false;
      };
      const mine: Waiter<Item> = {
        key,
        next: started + gatherMs,
        look: (items) => {
          looks += 1;
          try {
            const verdict = judge(items);
            if ("seen" in verdict) return goOn(verdict.seen);
            resolve(verdict.value);
          } catch (error) {
            reject(error);
          }
          return true;
        },
        failed: (error) => {
          looks += 1;
          if (passesBy(error)) return goOn(`no answer (${messageOf(error)})`);
          reject(error);
          return true;
        },
      };
      waiter = mine;
      this.#add(mine);
    });
    // A look that is under way at the deadline may hang for minutes: it gets a moment, and the wait ends without it.
    const late = this.#clock.sleep(Math.max(0, deadline - started) + lastLookMs, over.signal).then(() => Promise.reject(unsettled()));
    try {
      return await Promise.race([settled, late]);
    } finally {
      over.abort();
      late.catch(() => undefined);
      if (waiter) this.#waiters.delete(waiter);
    }
  }

  #add(waiter: Waiter<Item>): void {
    this.#waiters.add(waiter);
    this.#interrupt.abort();
    if (!this.#running) {
      this.#running = true;
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    while (this.#waiters.size > 0) {
      const due = await this.#sleepUntilDue();
      if (due.length > 0) await this.#lookFor(due);
    }
    this.#running = false;
  }

  /** Sleeps until somebody is due, and gives all who are; nobody when it was woken by a newcomer. */
  async #sleepUntilDue(): Promise<Waiter<Item>[]> {
    const next = Math.min(...[...this.#waiters].map((waiter) => waiter.next));
    const pause = next - this.#clock.now();
    if (pause > 0) {
      this.#interrupt = new AbortController();
      await this.#clock.sleep(pause, this.#interrupt.signal).catch(() => undefined);
    }
    const now = this.#clock.now();
    return [...this.#waiters].filter((waiter) => waiter.next <= now);
  }

  async #lookFor(due: readonly Waiter<Item>[]): Promise<void> {
    const answer = await this.#look([...new Set(due.map((waiter) => waiter.key))]).catch(
      (error: unknown) => () => (error instanceof Error ? error : new Error(messageOf(error))),
    );
    for (const waiter of due) {
      const found = answer(waiter.key);
      const over = found instanceof Error ? waiter.failed(found) : waiter.look(found);
      if (over) this.#waiters.delete(waiter);
    }
  }
}

/** Whether a wait should outlive this failure of one look: the next one may well be answered. */
export function passesBy(error: unknown): boolean {
  return error instanceof TransportError || error instanceof ProtocolError || (error instanceof ApiError && error.transient);
}
