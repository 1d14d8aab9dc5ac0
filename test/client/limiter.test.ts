import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limiter, type Turn } from "../../provider/client/limiter.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";

const limit = { calls: 10, windowMs: 1000 };
const fresh = () => {
  const clock = new VirtualClock();
  return { clock, limiter: new Limiter(clock, seededRandom(1), limit) };
};

/** The most calls that any window of that length holds. */
function busiest(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((from) => sorted.filter((time) => time >= from && time < from + windowMs).length));
}

async function sendAll(clock: VirtualClock, limiter: Limiter, count: number, latencyMs = 0): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const turn = await limiter.enter({});
      times.push(clock.now());
      if (latencyMs > 0) await clock.sleep(latencyMs);
      turn.ended(true);
    }),
  );
  return times;
}

describe("limiter", () => {
  it("holds the limit in every window, whenever calls come and wherever between sending and answer they count", async () => {
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
            const turn = await limiter.enter({});
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

  it("lets a burst pass at once and then keeps near the limit", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 100, 5);
    expect(times.filter((time) => time === begin)).toHaveLength(10);
    expect((times.at(-1) ?? 0) - begin).toBeLessThan(9 * 1000 * 1.05);
  });

  it("does not let slow answers hold up more than half a window", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 30, 5000);
    expect((times.at(-1) ?? 0) - begin).toBeLessThan(2 * 1550);
  });

  it("counts a call from its answer, or from half a window after it was sent when the answer takes longer", async () => {
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

  it("lets callers go in the order they came, and one that comes back before those who came later", async () => {
    const { clock, limiter } = fresh();
    const order: string[] = [];
    const go = async (name: string, call: object) => {
      const turn = await limiter.enter(call);
      order.push(name);
      return turn;
    };
    const first = {};
    const turns = await Promise.all(Array.from({ length: 10 }, (_, index) => go(`${index}`, index === 0 ? first : {})));
    const later = ["a", "b", "c"].map((name) => go(name, {}));
    turns[0]?.throttled(undefined);
    const again = go("0 again", first);
    await Promise.all([...later, again]);
    expect(order.slice(10)).toEqual(["0 again", "a", "b", "c"]);
    expect(clock.now()).toBeGreaterThan(0);
  });

  it("pauses everybody after one throttle, for as long as the service asks", async () => {
    const { clock, limiter } = fresh();
    const turn = await limiter.enter({});
    const begin = clock.now();
    turn.throttled(3000);
    await limiter.enter({});
    expect(clock.now() - begin).toBeGreaterThanOrEqual(3000);
    expect(clock.now() - begin).toBeLessThanOrEqual(3020);
  });

  it("adds chance to the pause that the service asks for, a tenth of it and twenty milliseconds at most", async () => {
    for (const [askedMs, mostMs] of [
      [50, 55],
      [3000, 3020],
    ] as const) {
      const pauses: number[] = [];
      for (let seed = 1; seed <= 20; seed += 1) {
        const limiter = new Limiter(new VirtualClock(), seededRandom(seed), limit);
        pauses.push((await limiter.enter({})).throttled(askedMs));
      }
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(askedMs);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(mostMs);
      expect(new Set(pauses).size).toBeGreaterThan(2);
    }
  });

  it("pauses for a minute at most, whatever the service asks for", async () => {
    const { clock, limiter } = fresh();
    const begin = clock.now();
    expect((await limiter.enter({})).throttled(3_600_000)).toBe(60_000);
    await limiter.enter({});
    expect(clock.now() - begin).toBe(60_000);
  });

  it("doubles its pause with each throttle in a row, up to eight seconds, and begins anew after a success", async () => {
    const { limiter } = fresh();
    const pauses: number[] = [];
    for (let row = 0; row < 8; row += 1) pauses.push((await limiter.enter({})).throttled(undefined));
    for (const [row, pauseMs] of pauses.entries()) {
      const ceiling = 500 * 2 ** Math.min(row, 4);
      expect(pauseMs).toBeGreaterThanOrEqual(ceiling / 2);
      expect(pauseMs).toBeLessThanOrEqual(ceiling);
    }
    (await limiter.enter({})).ended(true);
    expect((await limiter.enter({})).throttled(undefined)).toBeLessThanOrEqual(500);
  });

  it("goes down to one call in two windows and no further", async () => {
    const { clock, limiter } = fresh();
    for (let row = 0; row < 8; row += 1) (await limiter.enter({})).throttled(undefined);
    await clock.sleep(60_000);
    const begin = clock.now();
    const times: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const turn = await limiter.enter({});
      times.push(clock.now() - begin);
      turn.ended(false);
    }
    expect(times).toEqual([0, 2040, 4080]);
  });

  it("does not shorten a pause for a later throttle that asks for less", async () => {
    const { clock, limiter } = fresh();
    const [one, two] = await Promise.all([limiter.enter({}), limiter.enter({})]);
    const longMs = one.throttled(5000);
    await clock.sleep(100);
    expect(two.throttled(1)).toBe(longMs - 100);
  });

  it("takes no failure for a success: its pace stays down", async () => {
    const { clock, limiter } = fresh();
    (await limiter.enter({})).throttled(undefined);
    await clock.sleep(10_000);
    for (let count = 0; count < 30; count += 1) (await limiter.enter({})).ended(false);
    await clock.sleep(10_000);
    const begin = clock.now();
    const times = await Promise.all(Array.from({ length: 6 }, () => limiter.enter({}).then(() => clock.now())));
    expect(times.filter((time) => time === begin)).toHaveLength(5);
  });

  it("halves its pace once for a burst of throttles, and comes back to the full one", async () => {
    const { clock, limiter } = fresh();
    const turns: Turn[] = await Promise.all(Array.from({ length: 10 }, () => limiter.enter({})));
    for (const turn of turns) turn.throttled(undefined);
    await clock.sleep(5000);
    const slowed = await sendAll(clock, limiter, 5);
    expect(new Set(slowed).size).toBe(1);
    await sendAll(clock, limiter, 300, 5);
    await clock.sleep(5000);
    const begin = clock.now();
    const full = await sendAll(clock, limiter, 10);
    expect(full.every((time) => time === begin)).toBe(true);
  });

  it("takes no step down for what was sent before the last one", async () => {
    const { clock, limiter } = fresh();
    const early = await limiter.enter({});
    const other = await limiter.enter({});
    await clock.sleep(100);
    early.throttled(undefined);
    await clock.sleep(100);
    other.throttled(undefined);
    await clock.sleep(10_000);
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 5);
    expect(times.every((time) => time === begin)).toBe(true);
  });

  it("lets an aborted caller out of the queue, and the others go on", async () => {
    const { clock, limiter } = fresh();
    await sendAll(clock, limiter, 10);
    const stop = new AbortController();
    const leaving = limiter.enter({}, stop.signal);
    const staying = limiter.enter({});
    stop.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    await expect(staying).resolves.toBeDefined();
    await expect(limiter.enter({}, stop.signal)).rejects.toThrow("left");
  });

  it("does not wait for time that a clock was set back by", async () => {
    let now = 10_000_000;
    const slept: number[] = [];
    const clock = {
      now: () => now,
      sleep: (ms: number) => {
        slept.push(ms);
        now += ms;
        return Promise.resolve();
      },
    };
    const limiter = new Limiter(clock, seededRandom(1), limit);
    for (let index = 0; index < 10; index += 1) (await limiter.enter({})).ended(true);
    now -= 3_600_000;
    await limiter.enter({});
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2000);
    (await limiter.enter({})).throttled(30_000);
    now -= 3_600_000;
    slept.length = 0;
    await limiter.enter({});
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(2040);
  });

  it("lets everything pass without a limit, until it is throttled", async () => {
    const clock = new VirtualClock();
    const limiter = new Limiter(clock, seededRandom(1), undefined);
    const begin = clock.now();
    const times = await sendAll(clock, limiter, 100);
    expect(times.every((time) => time === begin)).toBe(true);
    (await limiter.enter({})).throttled(undefined);
    await sendAll(clock, limiter, 300);
    expect(clock.now() - begin).toBeGreaterThan(1000);
  });
});
