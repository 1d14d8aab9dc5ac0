import type { Random } from "../../kernel/random.ts";

const firstMs = 500;
const longestMs = 20_000;

/**
 * Exponential backoff with equal jitter, as used by the retry layer and the rate limiter.
 * The pause doubles with each failure in a row, up to 20 s; its upper half is random, so that calls that failed together spread out.
 * The service's own delay is its lower bound.
 * @param failures - failures in a row, from 1
 * @param askedMs - the delay that the service asked for; 0 when it asked for none
 * @returns the pause before the next attempt, in milliseconds
 */
export function backoffMs(failures: number, random: Random, askedMs = 0): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16));
  const own = ceiling * (0.5 + random.next() / 2);
  // The service returns the same delay to every caller, so it needs jitter too.
  const asked = askedMs * (1 + random.next() / 10);
  return Math.ceil(Math.max(own, asked));
}
