import type { Clock } from "../../provider/kernel/clock.ts";

/** The time of the simulated service, which can run slower or faster than a clock, stop, and be advanced. */
export class ServiceClock {
  readonly #clock: Pick<Clock, "now">;
  #speed = 1;
  /** The service's time when the clock's was `#since`. */
  #time: number;
  #since: number;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#since = clock.now();
    this.#time = this.#since;
  }

  /** The service's time, in milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#time + (this.#clock.now() - this.#since) * this.#speed);
  }

  /** Moves the time forward. A negative value has no effect. */
  advance(ms: number): void {
    this.#time += Math.max(0, ms);
  }

  /** How many times as fast as the clock the time runs; 0 when it is stopped. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    if (!Number.isFinite(speed) || speed < 0) throw new Error(`the speed ${speed} is no number from 0 on`);
    this.#time = this.now();
    this.#since = this.#clock.now();
    this.#speed = speed;
  }
}
