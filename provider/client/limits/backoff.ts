import type { Random } from "../../kernel/random.ts";

const firstMs = 500;
const longestMs = 20_000;

/**
 * Exponential backoff with equal jitter, as used by the retry layer and the rate limiter.
 * The longest pause doubles with each failure in a row, up to 20 s. The pause is random between half of it and all of it, so that calls that
 * failed together spread out. It is never shorter than the delay that the service asks for.
 * @param failures - failures in a row, from 1
 * @param askedMs - the delay that the service asked for; 0 when it asked for none
 * @returns the pause before the next attempt, in milliseconds
 */
export function backoffMs(failures: number, random: Random, askedMs = 0): number {
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16));
  const ownMs = longest / 2 + (longest / 2) * random.next();
  // The service asks every caller for the same delay: up to a tenth more spreads them out.
  const atLeastMs = askedMs + (askedMs / 10) * random.next();
  return Math.ceil(Math.max(ownMs, atLeastMs));
}
