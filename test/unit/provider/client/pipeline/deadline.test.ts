import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../../../../provider/api/associations.ts";
import { CreateResourceShare, DeleteResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { isAmbiguous, PermanentConnectionError } from "../../../../../provider/client/errors/failures.ts";
import { currentScope, lastCallMs, runCancellable, runDetached, runUntil } from "../../../../../provider/kernel/operation-scope.ts";
import { rateLimiters } from "../../../../../provider/client/limits/rate-limiter.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { clientOf, ok, errorResponse, rejection, service } from "../fixture.ts";

const list = { ResourceOwner: "Self" } as const;
const hanging = () => new Promise<never>(() => undefined);

/** A client of a service, and a function that measures the time to a rejection and returns its reason. */
function timed(answer: Parameters<typeof service>[0], parts = {}) {
  const held = service(answer);
  const client = clientOf(held.transport, { requestTimeoutMs: 600_000, ...parts });
  const ended = async (promise: Promise<unknown>) => {
    const begunAt = client.clock.now();
    const error = await rejection(promise);
    return { error, afterMs: client.clock.now() - begunAt, text: String(error) };
  };
  return { ...held, client, ended, at: (ms: number) => client.clock.now() + ms };
}

describe("a call with a deadline", () => {
  it("ends an unanswered read at its deadline and reports no effect", async () => {
    const { client, ended, at } = timed(hanging);
    const { error, afterMs, text } = await ended(client.call(ListResourceShares, list, { deadline: at(10_000) }));
    expect(afterMs).toBe(10_000);
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(text).toBe("TransportError: ListResourceShares got no answer: its time was over; raise `customTimeouts` or `timeoutSeconds`");
  });

  it("ends a queued write at its deadline and reports that it was not sent", async () => {
    const { client, ended, at, requests } = timed(() => ok());
    const writes = Array.from({ length: 200 }, (_, index) =>
      client.call(CreateResourceShare, { ResourceShareName: `n${index}` }).catch(() => undefined),
    );
    const { error, afterMs, text } = await ended(client.call(CreateResourceShare, { ResourceShareName: "last" }, { deadline: at(5_000) }));
    await Promise.all(writes);
    expect(afterMs).toBe(5_000);
    expect(error).toMatchObject({ ambiguous: false });
    expect(text).toContain("CreateResourceShare was not sent: its time was over");
    expect(requests.filter(({ url }) => url.includes("last"))).toEqual([]);
  });

  it.each([
    [ListResourceShares, list],
    [CreateResourceShare, { ResourceShareName: "a" }],
  ])("reports that a call was throttled until its deadline: $name", async (operation, request) => {
    const { client, ended, at } = timed(() => errorResponse(400, "Throttling"));
    const { error, text } = await ended(client.call<object, object>(operation, request, { deadline: at(10_000) }));
    expect(error).toMatchObject({ ambiguous: false });
    expect(text).toContain(`${operation.name} was throttled: its time was over; raise`);
  });

  it("reports a call that hangs after a throttle as one without an answer", async () => {
    let attempts = 0;
    const { client, ended, at } = timed(() => ((attempts += 1) === 1 ? errorResponse(400, "Throttling") : hanging()));
    const { text } = await ended(client.call(ListResourceShares, list, { deadline: at(10_000) }));
    expect([attempts, text]).toEqual([2, expect.stringContaining("ListResourceShares got no answer: its time was over")]);
  });

  it("ends a write in flight a moment after its deadline and reports that it may have taken effect", async () => {
    const { client, ended, at } = timed(hanging);
    const { error, afterMs } = await ended(client.call(CreateResourceShare, { ResourceShareName: "a" }, { deadline: at(10_000) }));
    expect(afterMs).toBe(10_000 + lastCallMs);
    expect(error).toMatchObject({ ambiguous: true });
  });

  it.each([
    ["its time is over", () => new Promise<never>(() => undefined), "its time was over"],
    [
      "a later one is refused",
      () => errorResponse(403, "NoPermission"),
      "an earlier attempt had no clear answer and may have taken effect",
    ],
    ["a later one is not sent", () => Promise.reject(new PermanentConnectionError("no proxy")), "an earlier attempt had no clear answer"],
  ] as const)("reports that a write of which an attempt was lost may have taken effect when %s", async (_, later, reason) => {
    let attempts = 0;
    const { client, ended, at } = timed(() => ((attempts += 1) === 1 ? Promise.reject(new Error("reset")) : later()));
    const { error, text } = await ended(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }, { deadline: at(10_000) }));
    expect([attempts, isAmbiguous(error)]).toEqual([2, true]);
    expect(text).toContain(reason);
  });

  it("reports that a write whose only attempt was lost may have taken effect when its deadline comes before a retry", async () => {
    const clock = new VirtualClock();
    const limits = rateLimiters(clock, seededRandom(1));
    const { client, ended, at, requests } = timed(
      async () => {
        // Another call of the operation is throttled meanwhile.
        (await limits(DeleteResourceShare).acquire()).throttled(20_000);
        throw new Error("reset");
      },
      { clock, limits },
    );
    const { error, text } = await ended(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }, { deadline: at(10_000) }));
    expect([requests.length, isAmbiguous(error)]).toEqual([1, true]);
    expect(text).toMatch(/was not sent again: .*an earlier attempt had no clear answer; it may have taken effect all the same/);
  });

  it.each([
    [ListResourceShares, list],
    [CreateResourceShare, { ResourceShareName: "a" }],
  ])("ends a call whose credentials do not come at its deadline, and reports that it was not sent: $name", async (operation, request) => {
    const { client, ended, at, requests } = timed(() => ok(), { credentials: hanging });
    const { error, afterMs, text } = await ended(client.call<object, object>(operation, request, { deadline: at(10_000) }));
    expect([afterMs, requests.length]).toEqual([10_000, 0]);
    expect(error).toMatchObject({ ambiguous: false });
    expect(text).toContain(`${operation.name} was not sent: its time was over`);
  });

  it.each([
    ["is accepted", () => ok(), true],
    ["gets no answer", () => Promise.reject(new Error("reset")), true],
    ["is not sent", () => Promise.reject(new PermanentConnectionError("no proxy")), false],
    ["is refused", () => errorResponse(403, "NoPermission"), false],
    ["is throttled to the end", () => errorResponse(400, "Throttling"), false],
  ] as const)("records whether a write that %s may have taken effect at its deadline", async (_, answer, isRecorded) => {
    const { client, at } = timed(answer, { maxAttempts: 1 });
    const lastAt = await runUntil(at(10_000), async () => {
      await client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }).catch(() => undefined);
      return currentScope().writes?.lastAt;
    });
    expect(lastAt !== undefined).toBe(isRecorded);
  });

  it("returns an ambiguous failure to each caller of a batch in flight at the deadline", async () => {
    const { client, ended, at, requests } = timed(hanging);
    const associate = (target: string) =>
      ended(client.call(AssociateResourceShare, { ResourceShareId: "rs-1", Targets: [target] }, { deadline: at(10_000) }));
    for (const { error, afterMs } of await Promise.all(["t-0", "t-1"].map(associate))) {
      expect(afterMs).toBe(10_000 + lastCallMs);
      expect(error).toMatchObject({ ambiguous: true });
    }
    expect(requests).toHaveLength(1);
  });

  it("extends a read that begins at its deadline by three seconds, to read the state that a failure left", async () => {
    const { client, at } = timed(() => ok({ ResourceShares: [] }));
    await expect(client.call(ListResourceShares, list, { deadline: at(0) })).resolves.toBeDefined();
  });
});

describe("runUntil", () => {
  it("bounds every call of an operation by the deadline of `runUntil`, GetCallerIdentity included", async () => {
    const { client, ended, at } = timed(hanging, { stsEndpoint: "http://127.0.0.1:4011" });
    for (const call of [
      () => client.call(ListResourceShares, list),
      () => client.callerAccount(),
      () => client.all(ListResourceShares, list, () => []),
    ]) {
      expect((await runUntil(at(7_000), () => ended(call()))).afterMs).toBe(7_000);
    }
  });

  it("does not bound calls inside `runDetached` by a deadline", async () => {
    const { client, ended, at } = timed(hanging, { requestTimeoutMs: 30_000, maxAttempts: 1 });
    const call = () => runDetached(() => ended(client.call(ListResourceShares, list)));
    expect((await runUntil(at(7_000), call)).afterMs).toBe(30_000);
  });
});

describe("runCancellable", () => {
  it.each([
    ["a read at once", ListResourceShares, list, 1_000, "Error: interrupted"],
    [
      "a write in flight a moment later",
      CreateResourceShare,
      { ResourceShareName: "a" },
      1_000 + lastCallMs,
      "TransportError: CreateResourceShare",
    ],
  ] as const)("ends %s when the operation is cancelled", async (_, operation, request, endsAfterMs, message) => {
    const { client, ended } = timed(hanging);
    const interrupt = new AbortController();
    client.clock.setTimer(1_000, () => interrupt.abort(new Error("interrupted")));
    const call = () => client.call<object, object>(operation, request);
    const { error, afterMs, text } = await ended(runCancellable(interrupt.signal, call));
    expect(afterMs).toBe(endsAfterMs);
    expect(text).toContain(message);
    expect(text).toContain("interrupted");
    expect(isAmbiguous(error)).toBe(!operation.reads);
  });

  it("sends no call of an operation that is cancelled already", async () => {
    const { client, ended, requests } = timed(() => ok());
    const { text } = await ended(runCancellable(AbortSignal.abort(new Error("interrupted")), () => client.call(ListResourceShares, list)));
    expect(text).toBe("Error: interrupted");
    expect(requests).toEqual([]);
  });
});
