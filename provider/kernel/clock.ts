/** Time, as everything else here sees it: it can be read and waited for, and a test can own it. */
export interface Clock {
  /** Milliseconds that only rise, at the pace of real time, whatever happens to the machine's date: for deadlines, waits and durations. */
  now(): number;
  /** Milliseconds since 1970-01-01 UTC as the machine's date says, which somebody may set: for signatures, dates and what others have dated. */
  wallTime(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `ring` after `ms` milliseconds; what it gives calls that off. Cheaper than a sleep, for what hardly ever happens. */
  setTimer(ms: number, ring: () => void): () => void;
}

/** The longest time that a timer of Node takes, in milliseconds (24.8 days): a longer one rings at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's clock. */
export const systemClock: Clock = {
  // Begins at the date when the process started, so that it can stand beside one in a log.
  now: () => Math.trunc(performance.timeOrigin + performance.now()),
  wallTime: () => Date.now(),
  sleep: (ms, signal) => sleepWith(systemClock, ms, signal),
  setTimer: (ms, ring) => {
    let timer: NodeJS.Timeout;
    const set = (leftMs: number): void => {
      timer =
        leftMs > longestTimerMs ? setTimeout(() => set(leftMs - longestTimerMs), longestTimerMs) : setTimeout(ring, Math.max(0, leftMs));
    };
    set(ms);
    return () => clearTimeout(timer);
  },
};

/** A sleep until a clock's alarm rings. */
export function sleepWith(clock: Pick<Clock, "setTimer">, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      callOff();
      reject(signal?.reason);
    };
    const callOff = clock.setTimer(ms, () => {
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

/** A clock that jumps: whenever all that runs is asleep, time moves on to the next one to wake. */
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

  /** Sets the date forward or back by `ms`, as somebody or a time service does; no time passes. */
  stepWallTime(ms: number): void {
    this.#dateOffsetMs += ms;
  }

  /** Moves time forward by `ms`, waking whoever is due on the way. */
  advance(ms: number): void {
    this.#now += Math.max(0, ms);
    this.#wakeDue();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, ms, signal);
  }

  setTimer(ms: number, ring: () => void): () => void {
    const sleeper: Sleeper = { at: this.#now + Math.max(0, ms), wake: ring };
    this.#sleepers.add(sleeper);
    this.#schedule();
    return () => void this.#sleepers.delete(sleeper);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Two turns of the event loop: what a finished call wakes up must have its say before time moves.
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
      // One that was woken before may have called it off.
      if (this.#sleepers.delete(sleeper)) sleeper.wake();
    }
  }
}
