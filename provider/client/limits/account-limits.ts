import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { Operation } from "../../wire/operation.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { RetryQuota } from "./retry-quota.ts";

/** What all clients of one account in one region share (assumption S-limits): the turns of each operation, and the quota of retries. */
export class AccountLimits {
  readonly quota = new RetryQuota();
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #limiters = new Map<string, RateLimiter>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The turns of one operation; the same for everybody who asks. */
  rateLimiterFor(operation: Pick<Operation, "name" | "version" | "limit">): RateLimiter {
    const key = `${operation.version} ${operation.name}`;
    const limiter = this.#limiters.get(key) ?? new RateLimiter(this.#clock, this.#random, operation.limit);
    this.#limiters.set(key, limiter);
    return limiter;
  }
}
