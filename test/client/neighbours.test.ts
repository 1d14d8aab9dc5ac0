import { describe, expect, it } from "vitest";
import { Limiter } from "../../provider/client/limiter.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { FlowControl } from "../../provider/simulator/limits.ts";
import { Refusal } from "../../provider/simulator/refusal.ts";

const limit = { calls: 10, windowMs: 1000 };

describe("limiters of one account that know nothing of each other", () => {
  /** A service that counts in a sliding window, and processes that call it, each with a limiter of its own. */
  function account(calls: number) {
    const clock = new VirtualClock(0);
    let flow = new FlowControl(() => clock.now(), { Associate: calls });
    let throttles = 0;
    const refusal = (): Refusal | undefined => {
      try {
        flow.admit("1", "Associate", limit);
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    };
    const callOf = async (limiter: Limiter) => {
      const call = {};
      for (;;) {
        const turn = await limiter.enter(call);
        await clock.sleep(10);
        const refused = refusal();
        await clock.sleep(10);
        if (refused === undefined) return turn.ended(true);
        throttles += 1;
        turn.throttled(refused.retryAfterMs);
      }
    };
    return {
      clock,
      limiter: (seed: number) => new Limiter(clock, seededRandom(seed), limit),
      process: (limiter: Limiter, count: number) => Promise.all(Array.from({ length: count }, () => callOf(limiter))),
      allow: (more: number) => void (flow = new FlowControl(() => clock.now(), { Associate: more })),
      throttles: () => throttles,
    };
  }

  it.each([1, 2, 3, 4])("both finish, at four fifths of the limit together, and are rarely throttled (chance %i)", async (seed) => {
    const { clock, limiter, process, throttles } = account(10);
    await Promise.all([process(limiter(seed), 300), process(limiter(seed + 100), 300)]);
    expect(600 / (clock.now() / 1000)).toBeGreaterThan(0.8 * 10);
    expect(throttles()).toBeLessThan(0.1 * 600);
  });

  it("come down to a tenth of the documented limit, and back to all of it", async () => {
    const { clock, limiter, process, allow } = account(1);
    const one = limiter(1);
    await process(one, 60);
    expect(60 / (clock.now() / 1000)).toBeGreaterThan(0.8);
    allow(10);
    const from = clock.now();
    await process(one, 200);
    expect(200 / ((clock.now() - from) / 1000)).toBeGreaterThan(7);
    const full = clock.now();
    await process(one, 100);
    expect(100 / ((clock.now() - full) / 1000)).toBeGreaterThan(9);
  });
});
