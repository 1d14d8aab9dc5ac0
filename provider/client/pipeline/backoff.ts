import type { Random } from "../../kernel/random.ts";

const firstMs = 500;
const longestMs = 20_000;

/**
 * How long to wait before the next attempt, in milliseconds: it doubles with each failure in a row, with chance in its upper half so that those
 * who failed together do not come back together. What the service asks for counts instead: alone after the first failure, as the least after more.
 */
export function backoffMs(failures: number, random: Random, askedMs = 0): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16));
  const own = ceiling * (0.5 + random.next() / 2);
  // Everybody was told the same number, so it gets chance of its own.
  const asked = askedMs * (1 + random.next() / 10);
  return Math.ceil(askedMs > 0 && failures <= 1 ? asked : Math.max(own, asked));
}
