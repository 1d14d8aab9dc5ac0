import { describe, expect, it } from "vitest";
import { currentScope, runUntil } from "../../../../../provider/kernel/operation-scope.ts";
import { ApiError, ProtocolError, TransportError, UnsettledError } from "../../../../../provider/kernel/errors.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { MalformedResponseError, PermanentConnectionError } from "../../../../../provider/client/errors/failures.ts";
import { Poller } from "../../../../../provider/lifecycle/polling/poller.ts";
import type { PollResult } from "../../../../../provider/lifecycle/polling/wait.ts";

interface Poll {
  readonly at: number;
  readonly keys: readonly string[];
}

/** A poller over numeric records, and all its polls. */
function pollerOf(answer: (key: string, at: number) => readonly number[] | Error, listMs = 0) {
  const clock = new VirtualClock(0);
  const polls: Poll[] = [];
  let changes = 0;
  const list = async (keys: readonly string[]) => {
    polls.push({ at: clock.now(), keys });
    if (listMs > 0) await clock.sleep(listMs);
    return (key: string) => answer(key, clock.now());
  };
  const poller = new Poller<number>(clock, list, { changes: () => changes });
  const until = (key: string, evaluate: (items: readonly number[]) => PollResult<string>, deadline = 600_000) =>
    poller.until({ key, evaluate, subject: `wait for ${key}`, deadline });
  return { clock, polls, poller, until, change: () => void (changes += 1) };
}

const atLeast =
  (goal: number) =>
  (items: readonly number[]): PollResult<string> =>
    (items[0] ?? 0) >= goal ? { value: `${items[0]}` } : { seen: `${items[0]}` };
const apiError = (code: string, transient: boolean) =>
  new ApiError({ operation: "List", code, status: 403, category: transient ? "throttled" : "denied", serviceMessage: "no", transient });
const untrusted = new PermanentConnectionError("the certificate is not trusted");

describe("a poller", () => {
  it("polls once for all callers that wait at the same time, each key once", async () => {
    const { poller, polls } = pollerOf((key) => [key.length]);
    expect(await Promise.all(["a", "bb", "a"].map((key) => poller.now(key)))).toEqual([[1], [2], [1]]);
    expect(polls).toEqual([{ at: 25, keys: ["a", "bb"] }]);
  });

  it("polls less and less often, but at least about every five seconds", async () => {
    const { until, polls } = pollerOf((_, at) => [at]);
    await until("a", atLeast(60_000));
    const pauses = polls.slice(1).map(({ at }, index) => at - (polls[index]?.at ?? 0));
    expect(pauses[0]).toBeLessThan(300);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5500);
    expect(pauses.slice(0, 6)).toEqual([...pauses.slice(0, 6)].toSorted((a, b) => a - b));
    expect(polls.length).toBeLessThan(25);
  });

  it("polls for a new wait at once, without the intervals of others", async () => {
    const { clock, until, poller } = pollerOf((_, at) => [at]);
    const slow = until("a", atLeast(50_000));
    await clock.sleep(40_000);
    const before = clock.now();
    await poller.now("b");
    expect(clock.now() - before).toBeLessThan(50);
    await slow;
  });

  it("ends a wait at the deadline with a last poll and reports the last state, the number of polls and the time", async () => {
    const { until, polls } = pollerOf(() => [7]);
    const error = await until("a", atLeast(8), 12_345).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsettledError);
    expect(error).toMatchObject({ subject: "wait for a", lastSeen: "7", polls: polls.length, elapsedMs: 12_345 });
    expect(polls.at(-1)?.at).toBe(12_345);
  });

  it("ends a wait soon after the deadline although a poll gets no answer", async () => {
    const { clock, until } = pollerOf(() => [7], 150_000);
    const error = await until("a", atLeast(8), 10_000).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsettledError);
    expect(clock.now()).toBeLessThanOrEqual(15_000);
    expect(error).toMatchObject({ lastSeen: "no answer yet" });
  });

  it("continues to poll after transient errors and reports them at the deadline", async () => {
    const failures = [
      new TransportError({ operation: "List", problem: "closed", ambiguous: true }),
      new MalformedResponseError({ operation: "List", status: 200, problem: "no JSON" }),
      apiError("Throttling", true),
    ];
    const { until } = pollerOf((_, at) => (at < 2000 ? (failures[Math.floor(at / 300) % 3] ?? [0]) : [at]));
    expect(Number(await until("a", atLeast(2000)))).toBeGreaterThanOrEqual(2000);
    const closed = pollerOf(() => new TransportError({ operation: "List", problem: "closed", ambiguous: false }));
    await expect(closed.until("a", atLeast(1), 3000)).rejects.toThrow(/no answer \(List got no answer: closed\) at the last of/);
  });

  it("rejects only the caller whose poll is denied and continues for the others", async () => {
    const { until, clock } = pollerOf((key, at) => (key === "denied" ? apiError("NoPermission", false) : [at]));
    const others = until("a", atLeast(3000));
    await expect(until("denied", atLeast(1))).rejects.toThrow(/NoPermission/);
    expect(clock.now()).toBeLessThan(100);
    expect(Number(await others)).toBeGreaterThanOrEqual(3000);
  });

  it.each([
    ["an untrusted certificate", new TransportError({ operation: "List", problem: "closed", ambiguous: false, cause: untrusted })],
    ["an answer of another service", new ProtocolError({ operation: "List", status: 404, problem: "no JSON" })],
  ])("ends a wait at once after %s", async (_, failure) => {
    const { until, clock } = pollerOf(() => failure);
    await expect(until("a", atLeast(1))).rejects.toBe(failure);
    expect(clock.now()).toBeLessThan(100);
  });

  it("rejects a wait with the error of its predicate and can poll again", async () => {
    const { until, poller } = pollerOf(() => [1]);
    const refuse = () => {
      throw new Error("it can no longer come");
    };
    await expect(until("a", refuse)).rejects.toThrow("it can no longer come");
    expect(await poller.now("a")).toEqual([1]);
  });

  it("batches reads that keep arriving into a few polls and delays none of them for long", async () => {
    const { clock, poller, polls } = pollerOf((key) => [key.length]);
    const reads: Promise<unknown>[] = [];
    for (let index = 0; index < 12; index += 1) {
      reads.push(poller.now(`k${index}`));
      await clock.sleep(5);
    }
    await Promise.all(reads);
    expect(polls.map(({ keys }) => keys.length)).toEqual([6, 6]);
    expect(polls[0]?.at).toBe(25);
  });

  it("ends a poller's read at its operation's deadline and continues for the other callers of the same poll", async () => {
    const { clock, poller } = pollerOf((_, at) => [at], 20_000);
    const hasty = runUntil(clock.now() + 5_000, () => poller.now("a")).catch((error: unknown) => ({ at: clock.now(), error }));
    const patient = runUntil(clock.now() + 60_000, () => poller.now("a"));
    expect(await hasty).toMatchObject({ at: 5_000, error: { name: "TransportError", ambiguous: false } });
    expect(await patient).toHaveLength(1);
    expect(clock.now()).toBeLessThan(60_000);
  });

  it("polls beyond the deadline of the first operation for the others", async () => {
    const deadlines: (number | undefined)[] = [];
    const clock = new VirtualClock(0);
    const poller = new Poller(clock, async () => {
      deadlines.push(currentScope().deadline);
      return () => [1];
    });
    await runUntil(5_000, () => poller.now("a"));
    expect(deadlines).toEqual([undefined]);
  });

  it("returns the poller's snapshot from shared reads until a write or its expiry", async () => {
    const { clock, poller, polls, change } = pollerOf((_, at) => [at]);
    await Promise.all([poller.snapshot("a"), poller.snapshot("a"), poller.snapshot("b")]);
    expect(await poller.snapshot("a")).toEqual([25]);
    expect(await poller.snapshot("b")).toEqual([50]);
    expect(await poller.now("a")).toEqual([75]);
    change();
    expect(await poller.snapshot("a")).toEqual([100]);
    await Promise.all([poller.now("a"), poller.now("a")]);
    expect(await poller.snapshot("a")).toEqual([125]);
    await clock.sleep(6000);
    expect(await poller.snapshot("a")).toEqual([6150]);
    expect(polls).toHaveLength(6);
  });

  it("discards the poller's snapshot of a poll that began before a write", async () => {
    const { clock, poller, change } = pollerOf((_, at) => [at], 100);
    const both = Promise.all([poller.now("a"), poller.now("a")]);
    await clock.sleep(50);
    change();
    await both;
    expect(await poller.snapshot("a")).toEqual([250]);
  });
});

describe("a wait for something that has begun", () => {
  const tookMs = 2000;

  /** Shares whose transitions take two seconds or another time, as their records show. */
  function transitions(hasTimes = true, firstMs = tookMs) {
    const since = new Map<string, number>();
    let lastMs = firstMs;
    const harness = pollerOf((key, at) => [at - (since.get(key) ?? 0)]);
    const begin = (key: string) => {
      since.set(key, harness.clock.now());
      return harness.poller.until({
        key,
        evaluate: atLeast(lastMs),
        subject: key,
        deadline: 600_000,
        begun: {
          transition: "associated",
          at: harness.clock.now(),
          took: ([age = 0]) => (hasTimes ? (age >= lastMs ? [lastMs] : []) : undefined),
        },
      });
    };
    return { ...harness, begin, setLatency: (ms: number) => void (lastMs = ms) };
  }

  it.each([true, false])("polls a transition once when its latency is known (from records: %s)", async (hasTimes) => {
    const { clock, polls, begin } = transitions(hasTimes);
    await begin("first");
    const from = polls.length;
    const began = clock.now();
    await begin("second");
    expect(polls.length - from).toBe(1);
    expect(clock.now() - began).toBeLessThan(tookMs * 1.25);
  });

  it("adjusts polls to a latency that changes, and never defers a first poll for long", async () => {
    const { clock, begin, setLatency, polls } = transitions();
    const secondsOf = async (key: string) => {
      const began = clock.now();
      await begin(key);
      return (clock.now() - began) / 1000;
    };
    await begin("first");
    setLatency(200);
    expect(await secondsOf("faster")).toBeCloseTo(2, 1);
    expect(await secondsOf("fast")).toBeLessThan(0.3);
    setLatency(600_000 / 20);
    await begin("slow");
    setLatency(200);
    const from = polls.length;
    expect(await secondsOf("fast again")).toBeCloseTo(10, 1);
    expect(polls.length - from).toBe(1);
  });

  it("sends a few probe requests while the latency of a transition is unknown", async () => {
    const { polls, begin } = transitions();
    await Promise.all(Array.from({ length: 40 }, (_, index) => begin(`k${index}`)));
    const [last, ...ahead] = polls.toReversed();
    expect(last?.keys).toHaveLength(35);
    expect(new Set(ahead.flatMap(({ keys }) => keys)).size).toBe(5);
    expect(last?.at).toBeLessThan(tookMs * 1.25);
  });

  it.each([
    { lastMs: 2000, soon: 1, later: 1, apartMs: 625, polled: "together" },
    { lastMs: 2000, soon: 1, later: 1, apartMs: 725, polled: "apart" },
    { lastMs: 2000, soon: 2, later: 40, apartMs: 625, polled: "together" },
    { lastMs: 2000, soon: 40, later: 2, apartMs: 725, polled: "apart" },
    { lastMs: 2000, soon: 40, later: 2, apartMs: 625, polled: "together" },
    { lastMs: 10_000, soon: 1, later: 40, apartMs: 625, polled: "together" },
    { lastMs: 10_000, soon: 1, later: 40, apartMs: 2200, polled: "apart" },
  ])(
    "polls $polled for $soon transitions of $lastMs ms and $later that begin $apartMs ms later",
    async ({ lastMs, soon, later, apartMs, polled: how }) => {
      const { clock, polls, begin } = transitions(true, lastMs);
      await begin("first");
      const from = polls.length;
      const many = (count: number, key: string) => Promise.all(Array.from({ length: count }, () => begin(key)));
      const sooner = many(soon, "a");
      await clock.sleep(apartMs);
      await Promise.all([sooner, many(later, "b")]);
      expect(polls.slice(from).map(({ keys }) => keys)).toEqual(how === "together" ? [["a", "b"]] : [["a"], ["b"]]);
    },
  );

  it("polls deferred waits soon after probe requests that see no transition, and after some seconds while those see no end", async () => {
    const none = pollerOf(() => [1]);
    const begun = { transition: "associated", at: 0, took: () => [] };
    const ask = (key: string, goal: number) => none.poller.until({ key, evaluate: atLeast(goal), subject: key, deadline: 600_000, begun });
    await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`k${index}`, 1)));
    expect(none.clock.now()).toBeLessThan(600);
    const stuck = pollerOf((key, at) => [key.startsWith("stuck") ? 0 : at]);
    const wait = (key: string) =>
      stuck.poller.until({ key, evaluate: atLeast(1), subject: key, deadline: 60_000, begun: { ...begun, took: undefined } });
    const never = [1, 2, 3, 4, 5].map((index) => wait(`stuck${index}`).catch(() => "unsettled"));
    await wait("healthy");
    expect(stuck.clock.now()).toBeLessThan(4000);
    expect(await Promise.all(never)).toEqual(Array(5).fill("unsettled"));
  });
});
