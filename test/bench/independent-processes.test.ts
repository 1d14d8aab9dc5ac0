import { describe, expect, it } from "vitest";
import { shareLimit, type SharedLimit } from "./independent-processes.ts";

/** All at once and one after another. */
const settings = [
  { answerMs: 5, apartMs: 0 },
  { answerMs: 150, apartMs: 1370 },
];

/** The most that was reached. docs/benchmarks.md says why several processes cannot have few throttled calls and full use of the limit. */
const bounds: readonly { readonly processes: number; readonly calls: number; readonly atMost: Omit<SharedLimit, "failed"> }[] = [
  { processes: 1, calls: 300, atMost: { ratio: 1.2, throttled: 0, spread: 1 } },
  { processes: 2, calls: 300, atMost: { ratio: 1.4, throttled: 0.055, spread: 1.4 } },
  { processes: 2, calls: 50, atMost: { ratio: 1.7, throttled: 0.13, spread: 2.1 } },
  { processes: 8, calls: 300, atMost: { ratio: 1.24, throttled: 0.14, spread: 1.7 } },
  { processes: 8, calls: 50, atMost: { ratio: 1.5, throttled: 0.33, spread: 3.5 } },
  { processes: 32, calls: 50, atMost: { ratio: 1.4, throttled: 0.48, spread: 5.5 } },
  // Too short for an even spread; some calls fail when a throttled one is retried for a minute only.
  { processes: 64, calls: 20, atMost: { ratio: 1.35, throttled: 0.7, spread: Number.POSITIVE_INFINITY } },
];

describe("independent processes with one account", () => {
  it.each(bounds)(
    "shares the limit between independent processes, and fails no call: $processes processes of $calls calls",
    async ({ processes, calls, atMost }) => {
      for (const { answerMs, apartMs } of settings) {
        const { ratio, throttled, spread, failed } = await shareLimit({ processes, calls, answerMs, apartMs, seed: 1 });
        const title = `answers after ${answerMs} ms, starts ${apartMs} ms apart`;
        expect(failed, title).toBe(0);
        expect(ratio, title).toBeLessThanOrEqual(atMost.ratio);
        expect(throttled, title).toBeLessThanOrEqual(atMost.throttled);
        expect(spread, title).toBeLessThanOrEqual(atMost.spread);
      }
    },
    60_000,
  );
});
