import { describe, expect, it } from "vitest";
import { ApiError, ProtocolError, TransportError, UnsettledError } from "../../provider/kernel/errors.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { Poller, type Verdict } from "../../provider/lifecycle/poller.ts";

interface Looked {
  readonly at: number;
  readonly keys: readonly string[];
}

/** A poller over records that are numbers, and every look that it takes. */
function pollerOf(answer: (key: string, at: number) => readonly number[] | Error, lookMs = 0) {
  const clock = new VirtualClock(0);
  const looks: Looked[] = [];
  const poller = new Poller<number>(clock, seededRandom(1), async (keys) => {
    looks.push({ at: clock.now(), keys });
    if (lookMs > 0) await clock.sleep(lookMs);
    return (key) => answer(key, clock.now());
  });
  const until = (key: string, judge: (items: readonly number[]) => Verdict<string>, deadline = 600_000) =>
    poller.until({ key, judge, subject: `wait for ${key}`, deadline });
  return { clock, looks, poller, until };
}

const atLeast =
  (goal: number) =>
  (items: readonly number[]): Verdict<string> =>
    (items[0] ?? 0) >= goal ? { value: `${items[0]}` } : { seen: `${items[0]}` };
const apiError = (code: string, transient: boolean) =>
  new ApiError({ operation: "List", code, status: 403, category: transient ? "throttled" : "denied", serviceMessage: "no", transient });

describe("a poller", () => {
  it("looks once for all who ask at the same time, each key once", async () => {
    const { poller, looks } = pollerOf((key) => [key.length]);
    expect(await Promise.all(["a", "bb", "a"].map((key) => poller.now(key)))).toEqual([[1], [2], [1]]);
    expect(looks).toEqual([{ at: 10, keys: ["a", "bb"] }]);
  });

  it("looks more and more rarely, and never less often than every five seconds or so", async () => {
    const { until, looks } = pollerOf((_, at) => [at]);
    await until("a", atLeast(60_000));
    const pauses = looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0));
    expect(pauses[0]).toBeLessThan(300);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5500);
    expect(pauses.slice(0, 6)).toEqual([...pauses.slice(0, 6)].toSorted((a, b) => a - b));
    expect(looks.length).toBeLessThan(25);
  });

  it("gives a newcomer its look without waiting for the pauses of others", async () => {
    const { clock, until, poller } = pollerOf((_, at) => [at]);
    const slow = until("a", atLeast(50_000));
    await clock.sleep(40_000);
    const before = clock.now();
    await poller.now("b");
    expect(clock.now() - before).toBeLessThan(20);
    await slow;
  });

  it("ends at the deadline with a last look at it, and tells what was seen, how often and for how long", async () => {
    const { until, looks } = pollerOf(() => [7]);
    const error = await until("a", atLeast(8), 12_345).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsettledError);
    expect(error).toMatchObject({ subject: "wait for a", seen: "7", looks: looks.length, elapsedMs: 12_345 });
    expect(looks.at(-1)?.at).toBe(12_345);
  });

  it("ends soon after the deadline though a look gets no answer", async () => {
    const { clock, until } = pollerOf(() => [7], 150_000);
    const error = await until("a", atLeast(8), 10_000).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsettledError);
    expect(clock.now()).toBeLessThanOrEqual(15_000);
    expect(error).toMatchObject({ seen: "no answer yet" });
  });

  it("outlives failures that pass, and shows them when time is over", async () => {
    const failures = [
      new TransportError({ operation: "List", problem: "closed", ambiguous: true }),
      new ProtocolError({ operation: "List", status: 200, problem: "no JSON" }),
      apiError("Throttling", true),
    ];
    const { until } = pollerOf((_, at) => (at < 2000 ? (failures[Math.floor(at / 300) % 3] ?? [0]) : [at]));
    expect(Number(await until("a", atLeast(2000)))).toBeGreaterThanOrEqual(2000);
    const closed = pollerOf(() => new TransportError({ operation: "List", problem: "closed", ambiguous: false }));
    await expect(closed.until("a", atLeast(1), 3000)).rejects.toThrow(/no answer \(List got no answer: closed\) at the last of/);
  });

  it("ends at once for the one whose look is denied, and goes on for the others", async () => {
    const { until, clock } = pollerOf((key, at) => (key === "denied" ? apiError("NoPermission", false) : [at]));
    const others = until("a", atLeast(3000));
    await expect(until("denied", atLeast(1))).rejects.toThrow(/NoPermission/);
    expect(clock.now()).toBeLessThan(100);
    expect(Number(await others)).toBeGreaterThanOrEqual(3000);
  });

  it("ends with what the judge throws, and can be used again", async () => {
    const { until, poller } = pollerOf(() => [1]);
    const refuse = () => {
      throw new Error("it can no longer come");
    };
    await expect(until("a", refuse)).rejects.toThrow("it can no longer come");
    expect(await poller.now("a")).toEqual([1]);
  });
});
