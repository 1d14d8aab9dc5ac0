import type { Clock } from "../../kernel/clock.ts";
import { getOrCreate } from "../../kernel/get-or-create.ts";
import type { Random } from "../../kernel/random.ts";
import type { Operation } from "../../wire/operation.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { RetryQuota } from "./retry-quota.ts";

/** The rate limiters and the retry quota that all clients of one account in one region share (assumption S-limits). */
export class AccountLimits {
  readonly quota = new RetryQuota();
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #limiters = new Map<string, RateLimiter>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The rate limiter of one operation; every call returns the same instance. */
  rateLimiterFor(operation: Pick<Operation, "name" | "version" | "limit">): RateLimiter {
    const create = () => new RateLimiter(this.#clock, this.#random, operation.limit);
    return getOrCreate(this.#limiters, `${operation.version} ${operation.name}`, create);
  }
}
