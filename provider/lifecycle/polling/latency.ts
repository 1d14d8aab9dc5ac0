import { pollIntervalMs } from "./wait-table.ts";

/** The upper bound of an estimate, in milliseconds. */
const longestMs = 10_000;
/** Longer samples are ignored, in milliseconds: they are the age of a record and not the time of a transition. */
const incredibleMs = 300_000;
/** The shortest pause between two polls for an overdue transition, in milliseconds. */
const shortestMs = 100;

/** Estimates how long one kind of transition takes from transitions that have ended, so that the first poll is not too early. */
export class LatencyEstimate {
  /** A random number from 0 to 1, so that processes do not poll at the same time. */
  readonly #jitter: number;
  #mean: number | undefined;
  #spread = 0;

  constructor(jitter = 0) {
    this.#jitter = jitter;
  }

  /** The time in which most transitions end, in milliseconds; `undefined` until one has ended. */
  get expectedMs(): number | undefined {
    return this.#mean === undefined ? undefined : Math.min(longestMs, (this.#mean + this.#spread) * (1 + 0.04 * this.#jitter));
  }

  /** Adds a sample from a record's times. `mostMs`, the time since the transition can have begun, bounds it. */
  record(tookMs: number, mostMs: number): void {
    const ms = Math.min(tookMs, mostMs);
    if (!(ms > 0) || ms > incredibleMs) return;
    const error = ms - (this.#mean ?? ms);
    this.#mean = (this.#mean ?? ms) + error / 8;
    this.#spread += (Math.abs(error) - this.#spread) / 4;
  }

  /**
   * Adds a sample from the poll that found the transition ended.
   * After a first poll the real time may be shorter, so the estimate decreases a little.
   */
  recordEnd(afterMs: number, isFirstPoll: boolean): void {
    this.#spread = 0;
    this.#mean = this.#mean === undefined || !isFirstPoll ? afterMs : Math.min(afterMs, this.#mean * 0.98);
  }

  /** Returns the pause before the next poll for an overdue transition, after `polls` polls without success. */
  pauseMs(polls: number): number {
    if (this.#mean === undefined) return pollIntervalMs(polls) * (0.9 + 0.2 * this.#jitter);
    return (0.9 + 0.2 * this.#jitter) * Math.min(5_000, Math.max(shortestMs, this.#mean / 8) * 1.5 ** Math.max(0, polls - 1));
  }
}
