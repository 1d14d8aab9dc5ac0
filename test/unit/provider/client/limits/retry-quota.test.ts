import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RetryQuota } from "../../../../../provider/client/limits/retry-quota.ts";

/** How many retries can be spent until none is left. */
function left(quota: RetryQuota): number {
  let spent = 0;
  while (spent < 10_000 && quota.spend()) spent += 1;
  return spent;
}

test("allows five hundred retries and not one more", () => {
  const quota = new RetryQuota();
  expect(left(quota)).toBe(500);
  expect(quota.spend()).toBe(false);
});

test("returns the capacity of a successful retry, one for a first attempt, and never exceeds the maximum", () => {
  fc.assert(
    fc.property(fc.nat({ max: 600 }), fc.array(fc.nat({ max: 5 }), { maxLength: 200 }), (before, successes) => {
      const quota = new RetryQuota();
      for (let count = 0; count < before; count += 1) quota.spend();
      for (const spent of successes) quota.succeeded(spent);
      const start = Math.max(0, 500 - before);
      expect(left(quota)).toBe(successes.reduce((sum, spent) => Math.min(500, sum + Math.max(1, spent)), start));
    }),
    { seed: 7, numRuns: 200 },
  );
});
