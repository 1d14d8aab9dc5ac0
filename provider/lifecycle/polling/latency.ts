/** The upper bound of an estimate, in milliseconds. @defaultValue 10000: what a wrong estimate delays a first poll at most */
const longestMs = 10_000;
/** Longer samples are ignored, in milliseconds. @defaultValue 300000: they are the age of a record and not the time of a transition */
const incredibleMs = 300_000;
/** The weights of a new sample in the mean and in the deviation. @defaultValue 1/8 and 1/4, those of TCP's retransmission timer (RFC 6298) */
const [meanWeight, deviationWeight] = [1 / 8, 1 / 4];

/** Estimates how long one kind of transition takes from transitions that have ended, so that the first poll is not too early. */
export class LatencyEstimate {
  #meanMs: number | undefined;
  #deviationMs = 0;

  /** The time in which most transitions end, in milliseconds; `undefined` until one has ended. */
  get expectedMs(): number | undefined {
    return this.#meanMs === undefined ? undefined : Math.min(longestMs, this.#meanMs + this.#deviationMs);
  }

  /** Adds a sample from a record's times. `mostMs`, the time since the transition can have begun, bounds it. */
  record(tookMs: number, mostMs: number): void {
    const ms = Math.min(tookMs, mostMs);
    if (!(ms > 0) || ms > incredibleMs) return;
    const meanMs = this.#meanMs ?? ms;
    this.#meanMs = meanMs + (ms - meanMs) * meanWeight;
    this.#deviationMs += (Math.abs(ms - meanMs) - this.#deviationMs) * deviationWeight;
  }

  /** Adds a sample from the poll that found the transition ended. A first poll came at the estimated time, so that it adds nothing. */
  recordEnd(afterMs: number, isFirstPoll: boolean): void {
    if (this.#meanMs !== undefined && isFirstPoll) return;
    this.#meanMs = afterMs;
    this.#deviationMs = 0;
  }
}
