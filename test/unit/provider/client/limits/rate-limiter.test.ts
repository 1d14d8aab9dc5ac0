import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimiter } from "../../../../../provider/client/limits/rate-limiter.ts";
import { type Clock, sleepWith, VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { fresh, limit, sendAll } from "./fixture.ts";

/** The highest number of calls in any window of that length. */
function busiest(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from) => sorted.filter((time) => time >= from && time < from + windowMs).length));
}

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
    const clock: Clock = {
      now: () => 0,
      wallTime: () => 0,
      sleep: (ms, signal) => sleepWith(clock, ms, signal),
      setTimer: (_ms, ring) => {
        timers.add(ring);
        return () => timers.delete(ring);
      },
    };
    const limiter = new RateLimiter(clock, seededRandom(1), { calls: 1, windowMs: 1000 });
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
    const clock: Clock = {
      now: () => now,
      wallTime: () => now,
      sleep: (ms, signal) => sleepWith(clock, ms, signal),
      setTimer: (ms, ring) => {
        queueMicrotask(() => {
          now += ms > 1 ? ms - 1 : ms;
          ring();
        });
        return () => undefined;
      },
    };
    const limiter = new RateLimiter(clock, seededRandom(1), { calls: 1, windowMs: 1000 });
    (await limiter.acquire()).ended(true);
    await limiter.acquire();
    expect(now).toBe(1020);
  });

  it("frees a permit of the rate limiter one window after its answer, whichever call was sent first", async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, seededRandom(1), { calls: 2, windowMs: 1000 });
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
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, seededRandom(1), undefined);
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 100);
    expect(times.every((time) => time === begin)).toBe(true);
    (await limiter.acquire()).throttled(undefined);
    await sendAll(clock, limiter, 300);
    expect(clock.now() - begin).toBeGreaterThan(1000);
  });

  it("reduces a rate limiter without a limit to the rate of the last window after a throttle", async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, seededRandom(1), undefined);
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
