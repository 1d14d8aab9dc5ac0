import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Operation } from "../wire/operation.ts";
import { Limiter } from "./limiter.ts";
import { RetryQuota } from "./quota.ts";

/** What all clients of one account in one region share (assumption S-limits): the turns of each operation, and the quota of retries. */
export class Limits {
  readonly quota = new RetryQuota();
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #limiters = new Map<string, Limiter>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The turns of one operation; the same for everybody who asks. */
  of(operation: Pick<Operation, "name" | "version" | "limit">): Limiter {
    const key = `${operation.version} ${operation.name}`;
    const limiter = this.#limiters.get(key) ?? new Limiter(this.#clock, this.#random, operation.limit);
    this.#limiters.set(key, limiter);
    return limiter;
  }
}
