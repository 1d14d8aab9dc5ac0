/** Time, as everything else here sees it: it can be read and waited for, and a test can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
        Math.max(0, ms),
      );
      signal?.addEventListener("abort", onAbort, { once: true });
    }),
};

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that jumps: whenever all that runs is asleep, time moves on to the next one to wake. */
export class VirtualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];
  #scheduled = false;

  constructor(startMs: number = Date.parse("2026-01-01T00:00:00Z")) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  /** Moves time forward by `ms`, waking whoever is due on the way. */
  advance(ms: number): void {
    this.#now += Math.max(0, ms);
    this.#wakeDue();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        at: this.#now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#sleepers.push(sleeper);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // Two turns of the event loop: what a finished call wakes up must have its say before time moves.
    setImmediate(() =>
      setImmediate(() => {
        this.#scheduled = false;
        const next = Math.min(...this.#sleepers.map((sleeper) => sleeper.at));
        if (next === Infinity) return;
        this.#now = Math.max(this.#now, next);
        this.#wakeDue();
        if (this.#sleepers.length > 0) this.#schedule();
      }),
    );
  }

  #wakeDue(): void {
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now);
    for (const sleeper of due.toSorted((a, b) => a.at - b.at)) sleeper.wake();
  }
}
