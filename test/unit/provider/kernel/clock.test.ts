import { afterEach, describe, expect, it, vi } from "vitest";
import { systemClock, VirtualClock } from "../../../../provider/kernel/clock.ts";
import { pollUntil } from "../../../../provider/lifecycle/retry-until.ts";

describe("the virtual clock", () => {
  it("advances a virtual clock to the next sleeper when all work sleeps", async () => {
    const clock = new VirtualClock(0);
    const woken: string[] = [];
    await Promise.all([
      clock.sleep(2000).then(() => woken.push(`late at ${clock.now()}`)),
      clock.sleep(10).then(() => woken.push(`early at ${clock.now()}`)),
      clock.sleep(0).then(() => woken.push(`at once at ${clock.now()}`)),
    ]);
    expect(woken).toEqual(["at once at 0", "early at 10", "late at 2000"]);
  });

  it("runs a chain of promises before the virtual clock advances", async () => {
    const clock = new VirtualClock(0);
    const far = clock.sleep(5000);
    let at = -1;
    await Promise.all([
      far,
      Promise.resolve()
        .then(() => clock.sleep(1))
        .then(() => (at = clock.now())),
    ]);
    expect(at).toBe(1);
  });

  it("wakes every due sleeper when the virtual clock is advanced by hand", async () => {
    const clock = new VirtualClock(0);
    const woken: string[] = [];
    const sleep = (name: string, ms: number) => void clock.sleep(ms).then(() => woken.push(name));
    sleep("first", 50);
    sleep("second", 100);
    sleep("later", 101);
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
    expect(woken).toEqual(["first", "second"]);
    expect(clock.now()).toBe(100);
    clock.advance(-50);
    expect(clock.now()).toBe(100);
  });
});

describe.each([
  ["the machine's clock", systemClock],
  ["the clock that jumps", new VirtualClock()],
])("%s", (_name, clock) => {
  it("ends a sleep of a clock with the signal's reason, before it begins and during it", async () => {
    const stop = new AbortController();
    const sleeping = clock.sleep(60_000, stop.signal);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow("enough");
  });

  it("advances the time of a clock by a sleep", async () => {
    const begin = clock.now();
    await clock.sleep(5);
    expect(clock.now()).toBeGreaterThanOrEqual(begin + 4);
    await clock.sleep(-1);
  });
});

describe("the machine's clock", () => {
  const day = 24 * 3_600_000;
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([1, 30, 365])("sleeps on the system clock for %i days, which exceeds the longest timer of Node, and no shorter", async (days) => {
    vi.useFakeTimers();
    let isOver = false;
    const sleeping = systemClock.sleep(days * day).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(days * day - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await sleeping;
  });

  it("leaves no timer of the system clock behind a long sleep that is aborted", async () => {
    vi.useFakeTimers();
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60 * day, stop.signal);
    await vi.advanceTimersByTimeAsync(40 * day);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([-day, day])("neither ends nor extends a sleep of the system clock when the date is changed by %i ms", async (stepMs) => {
    vi.useFakeTimers();
    const context = { clock: systemClock, deadline: systemClock.now() + 60_000, reportProgress: () => undefined };
    let ended: unknown;
    const waiting = pollUntil(context, "share rs-1", async () => ({ seen: "Pending" })).catch((error: unknown) => (ended = error));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.setSystemTime(Date.now() + stepMs);
    await vi.advanceTimersByTimeAsync(49_000);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_500);
    await waiting;
    expect(ended).toMatchObject({ name: "UnsettledError", elapsedMs: 60_000 });
  });

  it("returns the machine's current date from the system clock for signatures", () => {
    vi.useFakeTimers();
    const before = systemClock.now();
    vi.setSystemTime(Date.now() + day);
    expect(systemClock.wallTime()).toBe(Date.now());
    expect(systemClock.now() - before).toBeLessThan(day);
  });
});
