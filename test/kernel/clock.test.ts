import { describe, expect, it } from "vitest";
import { systemClock, VirtualClock } from "../../provider/kernel/clock.ts";

describe("the clock that jumps", () => {
  it("moves on to the next sleeper when all are asleep", async () => {
    const clock = new VirtualClock(0);
    const woken: string[] = [];
    await Promise.all([
      clock.sleep(2000).then(() => woken.push(`late at ${clock.now()}`)),
      clock.sleep(10).then(() => woken.push(`early at ${clock.now()}`)),
      clock.sleep(0).then(() => woken.push(`at once at ${clock.now()}`)),
    ]);
    expect(woken).toEqual(["at once at 0", "early at 10", "late at 2000"]);
  });

  it("lets a chain of promises have its say before time moves", async () => {
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

  it("wakes whoever is due when it is moved by hand", async () => {
    const clock = new VirtualClock(0);
    const sleeping = clock.sleep(100);
    clock.advance(100);
    await sleeping;
    expect(clock.now()).toBe(100);
    clock.advance(-50);
    expect(clock.now()).toBe(100);
  });
});

describe.each([
  ["the machine's clock", systemClock],
  ["the clock that jumps", new VirtualClock()],
])("%s", (_name, clock) => {
  it("ends a sleep with the signal's reason, before it begins and while it lasts", async () => {
    const stop = new AbortController();
    const sleeping = clock.sleep(60_000, stop.signal);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow("enough");
  });

  it("has moved on when a sleep is over", async () => {
    const begin = clock.now();
    await clock.sleep(5);
    expect(clock.now()).toBeGreaterThanOrEqual(begin + 4);
    await clock.sleep(-1);
  });
});
