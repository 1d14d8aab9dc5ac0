import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limiter, type Turn } from "../../provider/client/limiter.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { FlowControl } from "../../provider/simulator/limits.ts";
import { Refusal } from "../../provider/simulator/refusal.ts";

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
    expect(clock.now() - begin).toBeLessThanOrEqual(3300);
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
