import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../../../../provider/client/limits/backoff.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";

describe("backoff", () => {
  it("doubles the backoff up to 20 s, with jitter in its upper half", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer(), (failures, seed) => {
        const ceiling = Math.min(20_000, 500 * 2 ** (failures - 1));
        const ms = backoffMs(failures, seededRandom(seed));
        expect(ms).toBeGreaterThanOrEqual(ceiling / 2);
        expect(ms).toBeLessThanOrEqual(ceiling);
      }),
    );
  });

  it("backs off for at least the requested pause, and for at most a tenth longer where that exceeds the backoff", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 }), fc.integer(), (failures, asked, seed) => {
        const ms = backoffMs(failures, seededRandom(seed), asked);
        expect(ms).toBeGreaterThanOrEqual(Math.max(asked, backoffMs(failures, seededRandom(seed))));
        expect(ms).toBeLessThanOrEqual(Math.ceil(Math.max(asked * 1.1, Math.min(20_000, 500 * 2 ** (failures - 1)))));
      }),
    );
  });
});
