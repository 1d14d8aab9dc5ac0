import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Permit, RateLimiter } from "../../../../../provider/client/limits/rate-limiter.ts";
import { type Clock, sleepWith, VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import type { Limit } from "../../../../../provider/wire/operation.ts";

const limit = { calls: 10, windowMs: 1000 };

/** A limiter, of ten calls a second unless another limit is given, and its clock. */
const fresh = (allowed: Limit | "none" = limit, seed = 1) => {
  const clock = new VirtualClock();
  return { clock, limiter: new RateLimiter(clock, seededRandom(seed), allowed === "none" ? undefined : allowed) };
};

/** A limiter of one call a second, with a clock of the test. */
function limiterWith(now: () => number, setTimer: Clock["setTimer"]): RateLimiter {
  const clock: Clock = { now, wallTime: now, setTimer, sleep: (ms, signal) => sleepWith(clock, ms, signal) };
  return new RateLimiter(clock, seededRandom(1), { calls: 1, windowMs: 1000 });
}

/** The send times of that many calls that start together. */
async function sendAll(clock: VirtualClock, limiter: RateLimiter, count: number, latencyMs = 0): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const turn = await limiter.acquire();
      times.push(clock.now());
      if (latencyMs > 0) await clock.sleep(latencyMs);
      turn.ended(true);
    }),
  );
  return times;
}

/** The highest number of calls in any window of that length. */
function busiest(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from) => sorted.filter((time) => time >= from && time < from + windowMs).length));
}

/** The time between two calls that start together, in milliseconds. */
async function intervalOf(clock: VirtualClock, limiter: RateLimiter): Promise<number> {
  const [first = 0, second = 0] = await Promise.all([1, 2].map(() => limiter.acquire().then(() => clock.now())));
  return second - first;
}

/** The interval after one throttle, in milliseconds. */
const reducedMs = 1000 / (10 * 0.7);

describe("rate limiter", () => {
  it("keeps every window of the rate limiter below the limit, whenever calls start and the service counts them", async () => {
    const arrivals = fc.array(
      fc.record({ afterMs: fc.nat(400), latencyMs: fc.nat(240), counted: fc.double({ min: 0, max: 1, noNaN: true }) }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (calls) => {
        const { clock, limiter } = fresh();
        const counted: number[] = [];
        await Promise.all(
          calls.map(async ({ afterMs, latencyMs, counted: part }) => {
            await clock.sleep(afterMs);
            const turn = await limiter.acquire();
            counted.push(clock.now() + latencyMs * part);
            await clock.sleep(latencyMs);
            turn.ended(true);
          }),
        );
        expect(counted).toHaveLength(calls.length);
        expect(busiest(counted, limit.windowMs)).toBeLessThanOrEqual(limit.calls);
      }),
      { numRuns: 60 },
    );
  });

  it("lets a burst pass the rate limiter at once and then stays near the limit", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 100, 5);
    expect(times.filter((time) => time === begin)).toHaveLength(10);
    expect((times.at(-1) ?? 0) - begin).toBeLessThan(9 * 1000 * 1.05);
  });

  it("counts a call in the rate limiter from its answer, or from half a window after the send when the answer is late", async () => {
    for (const [latencyMs, next] of [
      [0, 1020],
      [200, 1220],
      [500, 1520],
      [5000, 1520],
    ] as const) {
      const { clock, limiter } = fresh();
      const begin = clock.now();
      const times = await sendAll(clock, limiter, 11, latencyMs);
      expect((times[10] ?? 0) - begin).toBe(next);
    }
  });

  it("admits callers to the rate limiter in their order", async () => {
    const { clock, limiter } = fresh();
    await sendAll(clock, limiter, 10);
    const order: string[] = [];
    await Promise.all(["a", "b", "c"].map((name) => limiter.acquire().then(() => order.push(name))));
    expect(order).toEqual(["a", "b", "c"]);
  });

  it("passes the permit of an aborted caller of the rate limiter to the next one", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    await sendAll(clock, limiter, 10);
    const stop = new AbortController();
    const leaving = limiter.acquire(stop.signal);
    const staying = sendAll(clock, limiter, 10);
    stop.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    await expect(limiter.acquire(stop.signal)).rejects.toThrow("left");
    expect((await staying).map((time) => time - begin)).toEqual(Array(10).fill(1020));
  });

  it("leaves no timer of the rate limiter behind when all waiting callers are aborted", async () => {
    const timers = new Set<() => void>();
    const limiter = limiterWith(
      () => 0,
      (_ms, ring) => {
        timers.add(ring);
        return () => timers.delete(ring);
      },
    );
    await limiter.acquire();
    const stop = new AbortController();
    const leaving = limiter.acquire(stop.signal);
    expect(timers.size).toBe(1);
    stop.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    expect(timers.size).toBe(0);
  });

  it("issues the next permit of the rate limiter also when a timer fires too early", async () => {
    let now = 0;
    const limiter = limiterWith(
      () => now,
      (ms, ring) => {
        queueMicrotask(() => {
          now += ms > 1 ? ms - 1 : ms;
          ring();
        });
        return () => undefined;
      },
    );
    (await limiter.acquire()).ended(true);
    await limiter.acquire();
    expect(now).toBe(1020);
  });

  it("frees a permit of the rate limiter one window after its answer, whichever call was sent first", async () => {
    const { clock, limiter } = fresh({ calls: 2, windowMs: 1000 });
    const begin = clock.now();
    const [slow, quick] = await Promise.all([limiter.acquire(), limiter.acquire()]);
    await clock.sleep(100);
    quick.ended(true);
    await clock.sleep(300);
    slow.ended(true);
    await limiter.acquire();
    expect(clock.now() - begin).toBe(1120);
    await limiter.acquire();
    expect(clock.now() - begin).toBe(1420);
  });

  it("admits every call of a rate limiter without a limit until a throttle", async () => {
    const { clock, limiter } = fresh("none");
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 100);
    expect(times.every((time) => time === begin)).toBe(true);
    (await limiter.acquire()).throttled(undefined);
    await sendAll(clock, limiter, 300);
    expect(clock.now() - begin).toBeGreaterThan(1000);
  });

  it("reduces a rate limiter without a limit to the rate of the last window after a throttle", async () => {
    const { clock, limiter } = fresh("none");
    await sendAll(clock, limiter, 100);
    await clock.sleep(10_000);
    const [first] = await Promise.all(Array.from({ length: 8 }, () => limiter.acquire()));
    first?.throttled(undefined);
    await clock.sleep(10_000);
    const begin = clock.now();
    const times = await Promise.all(Array.from({ length: 5 }, () => limiter.acquire().then(() => clock.now() - begin)));
    expect(times).toEqual([0, 179, 358, 537, 716]);
  });
});

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
      const { limiter } = fresh(limit, seed);
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
