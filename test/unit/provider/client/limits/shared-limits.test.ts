import { describe, expect, it } from "vitest";
import { RateLimiter, type Permit } from "../../../../../provider/client/limits/rate-limiter.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { FlowControl } from "../../../../../simulator/gateway/flow-control.ts";
import { ServiceError } from "../../../../../simulator/gateway/service-error.ts";
import { fresh, limit, sendAll } from "./fixture.ts";

/** The time between two calls that start together, in milliseconds. */
async function intervalOf(clock: VirtualClock, limiter: RateLimiter): Promise<number> {
  const [first = 0, second = 0] = await Promise.all([1, 2].map(() => limiter.acquire().then(() => clock.now())));
  return second - first;
}

/** The interval after one throttle, in milliseconds. */
const reducedMs = 1000 / (10 * 0.7);

describe("a throttle", () => {
  it("doubles the rate limiter's pause with each throttle in a row, up to 20 s, and resets it after a success", async () => {
    const { limiter } = fresh();
    const pauses: number[] = [];
    for (let row = 0; row < 8; row += 1) pauses.push((await limiter.acquire()).throttled(undefined));
    for (const [row, pauseMs] of pauses.entries()) {
      const ceiling = Math.min(20_000, 500 * 2 ** row);
      expect(pauseMs).toBeGreaterThanOrEqual(ceiling / 2);
      expect(pauseMs).toBeLessThanOrEqual(ceiling);
    }
    (await limiter.acquire()).ended(true);
    expect((await limiter.acquire()).throttled(undefined)).toBeLessThanOrEqual(500);
  });

  it("reduces the rate limiter to one call in ten windows and no further", async () => {
    const { clock, limiter } = fresh();
    for (let count = 0; count < 20; count += 1) (await limiter.acquire()).throttled(undefined);
    expect(await intervalOf(clock, limiter)).toBe(10_000);
  });

  it("adds a random part of the interval to the rate limiter's pause after a second throttle in a row", async () => {
    const pauses: number[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const clock = new VirtualClock();
      const limiter = new RateLimiter(clock, seededRandom(seed), limit);
      expect((await limiter.acquire()).throttled(50)).toBe(50);
      pauses.push((await limiter.acquire()).throttled(50));
    }
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(50);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(50 + 103);
  });

  it("keeps the rate limiter's interval when a call that was sent before the throttle is throttled after the pause", async () => {
    const { clock, limiter } = fresh();
    const [one, two] = await Promise.all([limiter.acquire(), limiter.acquire()]);
    one.throttled(10);
    await limiter.acquire();
    const sentAt = clock.now();
    two.throttled(1);
    await limiter.acquire();
    expect(Math.abs(clock.now() - sentAt - reducedMs)).toBeLessThan(1);
  });

  it("keeps the rate limiter's pause when a later throttle requests a shorter one", async () => {
    const { clock, limiter } = fresh();
    const [one, two] = await Promise.all([limiter.acquire(), limiter.acquire()]);
    const longMs = one.throttled(5000);
    await clock.sleep(100);
    expect(two.throttled(1)).toBe(longMs - 100);
  });

  it("makes the rate limiter ignore the success of a call that was sent before the throttle", async () => {
    const { limiter } = fresh();
    const [one, two] = await Promise.all([limiter.acquire(), limiter.acquire()]);
    one.throttled(undefined);
    two.ended(true);
    expect((await limiter.acquire()).throttled(undefined)).toBeGreaterThanOrEqual(500);
  });

  it("reduces the rate limiter to 0.7 of its rate after a throttle, sends evenly, and returns to the limit ever faster", async () => {
    const { clock, limiter } = fresh();
    (await limiter.acquire()).throttled(undefined);
    await clock.sleep(1000);
    const times = await sendAll(clock, limiter, 150);
    const elapsed = (from: number, to: number) => (times[to] ?? 0) - (times[from] ?? 0);
    expect(elapsed(0, 1)).toBeGreaterThan(140);
    expect(elapsed(0, 20)).toBeGreaterThan(elapsed(20, 40) * 1.05);
    expect(elapsed(20, 40)).toBeGreaterThan(elapsed(40, 60) * 1.05);
    expect(elapsed(129, 149)).toBeLessThan(2 * 1020 * 1.05);
  });

  it("reduces the rate of the rate limiter further after a later throttle", async () => {
    const { clock, limiter } = fresh();
    (await limiter.acquire()).throttled(10);
    (await limiter.acquire()).ended(true);
    (await limiter.acquire()).throttled(10);
    expect(Math.abs((await intervalOf(clock, limiter)) - 1000 / (10 * 0.7 ** 2))).toBeLessThan(3);
  });

  it("frees the permit of a throttled call in the rate limiter at once", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    const permits = await Promise.all(Array.from({ length: 10 }, () => limiter.acquire()));
    for (const permit of permits) permit.throttled(100);
    await limiter.acquire();
    expect(clock.now() - begin).toBeLessThanOrEqual(100);
  });

  it("keeps the rate limiter's reduced rate after another failure than a throttle", async () => {
    const { clock, limiter } = fresh();
    (await limiter.acquire()).throttled(undefined);
    await clock.sleep(10_000);
    for (let count = 0; count < 30; count += 1) (await limiter.acquire()).ended(false);
    await clock.sleep(10_000);
    expect(Math.abs((await intervalOf(clock, limiter)) - reducedMs)).toBeLessThan(1);
  });

  it("reduces the rate limiter's rate once for a burst of throttles and returns to the full rate", async () => {
    const { clock, limiter } = fresh();
    const turns: Permit[] = await Promise.all(Array.from({ length: 10 }, () => limiter.acquire()));
    for (const turn of turns) turn.throttled(undefined);
    await clock.sleep(5000);
    expect(Math.abs((await intervalOf(clock, limiter)) - reducedMs)).toBeLessThan(1);
    await sendAll(clock, limiter, 300, 5);
    await clock.sleep(5000);
    const begin = clock.now();
    const full = await sendAll(clock, limiter, 10);
    expect(full.every((time) => time === begin)).toBe(true);
  });
});

describe("limiters of one account that know nothing of each other", () => {
  /** A service that counts in a sliding window, and processes that call it, each with a limiter of its own. */
  function account(calls: number) {
    const clock = new VirtualClock(0);
    let flow = new FlowControl(() => clock.now(), { Associate: calls });
    let throttles = 0;
    const refusal = (): ServiceError | undefined => {
      try {
        flow.admit("1", "cn-hangzhou", "Associate", limit);
        return undefined;
      } catch (error) {
        if (error instanceof ServiceError) return error;
        throw error;
      }
    };
    const callOf = async (limiter: RateLimiter) => {
      for (;;) {
        const turn = await limiter.acquire();
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
      limiter: (seed: number) => new RateLimiter(clock, seededRandom(seed), limit),
      process: (limiter: RateLimiter, count: number) => Promise.all(Array.from({ length: count }, () => callOf(limiter))),
      allow: (more: number) => void (flow = new FlowControl(() => clock.now(), { Associate: more })),
      throttles: () => throttles,
    };
  }

  it("reduces a rate limiter to a tenth of the documented limit beside other processes and returns to all of it", async () => {
    const { clock, limiter, process, allow } = account(1);
    const one = limiter(1);
    await process(one, 60);
    expect(60 / (clock.now() / 1000)).toBeGreaterThan(0.8);
    allow(10);
    const from = clock.now();
    await process(one, 200);
    expect(200 / ((clock.now() - from) / 1000)).toBeGreaterThan(4.5);
    const full = clock.now();
    await process(one, 100);
    expect(100 / ((clock.now() - full) / 1000)).toBeGreaterThan(9);
  });
});
