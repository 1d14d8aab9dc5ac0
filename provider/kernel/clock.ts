/** The source of time for all other code; tests replace it with a {@link VirtualClock}. */
export interface Clock {
  /** Monotonic time in milliseconds, independent of changes of the system date: for deadlines, waits and durations. */
  now(): number;
  /** The system date, in milliseconds since 1970-01-01 UTC, which can be changed at any time: for signatures and for dates from outside. */
  wallTime(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `callback` after `ms` milliseconds. Cheaper than a sleep, for timers that rarely fire.
   * @returns a function that cancels the timer
   */
  setTimer(ms: number, callback: () => void): () => void;
}

/** The longest delay of a Node timer, in milliseconds (24.8 days): a timer with a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of the system. */
export const systemClock: Clock = {
  // Starts at the system date of the process start, so that logged times are comparable with dates.
  now: () => Math.trunc(performance.timeOrigin + performance.now()),
  wallTime: () => Date.now(),
  sleep: (ms, signal) => sleepWith(systemClock, ms, signal),
  setTimer: (ms, callback) => {
    let timer: NodeJS.Timeout;
    const set = (leftMs: number): void => {
      timer =
        leftMs > longestTimerMs
          ? setTimeout(() => set(leftMs - longestTimerMs), longestTimerMs)
          : setTimeout(callback, Math.max(0, leftMs));
    };
    set(ms);
    return () => clearTimeout(timer);
  },
};

/** Implements {@link Clock.sleep} with a clock's timer. */
export function sleepWith(clock: Pick<Clock, "setTimer">, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancelTimer();
      reject(signal?.reason);
    };
    const cancelTimer = clock.setTimer(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock for tests and simulations: when all work waits for a timer, the time jumps to the next timer. */
export class VirtualClock implements Clock {
  #now: number;
  #dateOffsetMs = 0;
  readonly #sleepers = new Set<Sleeper>();
  #scheduled = false;

  constructor(startMs: number = Date.parse("2026-01-01T00:00:00Z")) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  wallTime(): number {
    return this.#now + this.#dateOffsetMs;
  }

  /** Changes the date by `ms`, as a user or a time service does; `now()` does not change. */
  stepWallTime(ms: number): void {
    this.#dateOffsetMs += ms;
  }

  /** Moves the time forward by `ms` and fires the timers that are due. */
  advance(ms: number): void {
    this.#now += Math.max(0, ms);
    this.#wakeDue();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, ms, signal);
  }

  setTimer(ms: number, callback: () => void): () => void {
    const sleeper: Sleeper = { at: this.#now + Math.max(0, ms), wake: callback };
    this.#sleepers.add(sleeper);
    this.#schedule();
    return () => void this.#sleepers.delete(sleeper);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Waits two turns of the event loop, so that the continuations of finished work run before the time moves.
    setImmediate(() =>
      setImmediate(() => {
        this.#scheduled = false;
        const next = Math.min(...[...this.#sleepers].map((sleeper) => sleeper.at));
        if (next === Infinity) return;
        this.#now = Math.max(this.#now, next);
        this.#wakeDue();
        if (this.#sleepers.size > 0) this.#schedule();
      }),
    );
  }

  #wakeDue(): void {
    const due = [...this.#sleepers].filter((sleeper) => sleeper.at <= this.#now);
    for (const sleeper of due.toSorted((a, b) => a.at - b.at)) {
      // A callback that ran before this one may have cancelled it.
      if (this.#sleepers.delete(sleeper)) sleeper.wake();
    }
  }
}
