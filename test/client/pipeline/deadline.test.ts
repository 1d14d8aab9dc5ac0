import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../../provider/api/associations.ts";
import { CreateResourceShare, ListResourceShares } from "../../../provider/api/shares.ts";
import { lastCallMs, withDeadline, withoutDeadline } from "../../../provider/client/pipeline/deadline.ts";
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
    expect(text).toContain("its time was over before it was sent");
    expect(requests.filter(({ url }) => url.includes("last"))).toEqual([]);
  });

  it("ends a write in flight a moment after its deadline and reports that it may have taken effect", async () => {
    const { client, ended, at } = timed(hanging);
    const { error, afterMs } = await ended(client.call(CreateResourceShare, { ResourceShareName: "a" }, { deadline: at(10_000) }));
    expect(afterMs).toBe(10_000 + lastCallMs);
    expect(error).toMatchObject({ ambiguous: true });
  });

  it("reports each write of a batch in flight as one that may have taken effect", async () => {
    const { client, ended, at, requests } = timed(hanging);
    const associate = (target: string) =>
      ended(client.call(AssociateResourceShare, { ResourceShareId: "rs-1", Targets: [target] }, { deadline: at(10_000) }));
    for (const { error, afterMs } of await Promise.all(["t-0", "t-1"].map(associate))) {
      expect(afterMs).toBe(10_000 + lastCallMs);
      expect(error).toMatchObject({ ambiguous: true });
    }
    expect(requests).toHaveLength(1);
  });

  it("ends a batch at the latest deadline of its callers", async () => {
    const { client, ended, at, requests } = timed(() => errorResponse(409, "ConcurrentExecutionError"), { maxAttempts: 1000 });
    const associate = ([target, ms]: readonly [string, number]) =>
      ended(client.call(AssociateResourceShare, { ResourceShareId: "rs-1", Targets: [target] }, { deadline: at(ms) }));
    const ends = await Promise.all(
      (
        [
          ["t-0", 5_000],
          ["t-1", 20_000],
        ] as const
      ).map(associate),
    );
    const sent = requests.length;
    await client.clock.sleep(120_000);
    expect(requests).toHaveLength(sent);
    expect(ends[0]?.afterMs).toBe(5_000);
    expect(ends[1]?.afterMs).toBeGreaterThan(10_000);
  });

  it("allows a moment for a read that begins at its deadline, to see the state that a failure left", async () => {
    const { client, at } = timed(() => ok({ ResourceShares: [] }));
    await expect(client.call(ListResourceShares, list, { deadline: at(0) })).resolves.toBeDefined();
  });

  it("leaves a deduplicated read at its own deadline and lets the other callers finish", async () => {
    const pending: (() => void)[] = [];
    const { client, ended, at, requests } = timed(async () => {
      await new Promise<void>((open) => pending.push(open));
      return ok({ ResourceShares: [] });
    });
    const hasty = ended(client.call(ListResourceShares, list, { deadline: at(5_000) }));
    const patient = client.call(ListResourceShares, list);
    expect((await hasty).afterMs).toBe(5_000);
    for (const open of pending) open();
    await expect(patient).resolves.toBeDefined();
    expect(requests).toHaveLength(1);
  });

  it("keeps the caller's other signal working", async () => {
    const { client, ended, at } = timed(hanging);
    const stop = new AbortController();
    const call = ended(client.call(ListResourceShares, list, { deadline: at(50_000), signal: stop.signal }));
    stop.abort(new Error("enough"));
    expect((await call).text).toBe("Error: enough");
  });

  it("reports the last failure when no time is left for another attempt", async () => {
    const { client, ended, at } = timed(() => errorResponse(409, "ConcurrentExecutionError"));
    const { error, afterMs } = await ended(client.call(CreateResourceShare, { ResourceShareName: "a" }, { deadline: at(4_000) }));
    expect(error).toMatchObject({ code: "ConcurrentExecutionError" });
    expect(afterMs).toBeLessThanOrEqual(4_000);
  });
});

describe("withDeadline", () => {
  it("bounds every call of an operation, the caller identity included", async () => {
    const { client, ended, at } = timed(hanging, { stsEndpoint: "http://127.0.0.1:4011" });
    for (const call of [
      () => client.call(ListResourceShares, list),
      () => client.callerAccount(),
      () => client.all(ListResourceShares, list, () => []),
    ]) {
      expect((await withDeadline(at(7_000), () => ended(call()))).afterMs).toBe(7_000);
    }
  });

  it("does not bound calls inside withoutDeadline", async () => {
    const { client, ended, at } = timed(hanging, { requestTimeoutMs: 30_000, maxAttempts: 1 });
    const call = () => withoutDeadline(() => ended(client.call(ListResourceShares, list)));
    expect((await withDeadline(at(7_000), call)).afterMs).toBe(30_000);
  });
});
