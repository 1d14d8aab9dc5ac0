import { pollIntervalMs } from "./wait-table.ts";

/** The longest that a first look is put off, in milliseconds, whatever was learnt. */
const longestMs = 10_000;
/** What is longer is no transition but the age of a record. */
const incredibleMs = 300_000;
/** The shortest pause between two looks for what should be over, in milliseconds. */
const shortestMs = 100;

/** How long one kind of transition takes, learnt from those that have ended: so that a first look comes when there is something to see. */
export class LatencyEstimate {
  /** From 0 to 1: those who wait in other processes must not look at the same moments. */
  readonly #chance: number;
  #mean: number | undefined;
  #spread = 0;

  constructor(chance = 0) {
    this.#chance = chance;
  }

  /** How long most of them take, in milliseconds; `undefined` as long as none has ended. */
  get expectedMs(): number | undefined {
    return this.#mean === undefined ? undefined : Math.min(longestMs, (this.#mean + this.#spread) * (1 + 0.04 * this.#chance));
  }

  /** One took so long, as its record says; `mostMs` has passed since it can have begun. */
  record(tookMs: number, mostMs: number): void {
    const ms = Math.min(tookMs, mostMs);
    if (!(ms > 0) || ms > incredibleMs) return;
    const error = ms - (this.#mean ?? ms);
    this.#mean = (this.#mean ?? ms) + error / 8;
    this.#spread += (Math.abs(error) - this.#spread) / 4;
  }

  /** One was over after so long, at the first look or at a later one. That it was over sooner nobody can tell, so that a little less is tried. */
  recordEnd(afterMs: number, isFirstLook: boolean): void {
    this.#spread = 0;
    this.#mean = this.#mean === undefined || !isFirstLook ? afterMs : Math.min(afterMs, this.#mean * 0.98);
  }

  /** The pause before the next look for something that should be over, after so many looks in vain. */
  pauseMs(looks: number): number {
    if (this.#mean === undefined) return pollIntervalMs(looks) * (0.9 + 0.2 * this.#chance);
    return (0.9 + 0.2 * this.#chance) * Math.min(5_000, Math.max(shortestMs, this.#mean / 8) * 1.5 ** Math.max(0, looks - 1));
  }
}
