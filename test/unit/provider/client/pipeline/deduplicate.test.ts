import { describe, expect, it } from "vitest";
import { DeleteResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { clientOf, ok, errorResponse, rejection, service } from "../fixture.ts";

const list = { ResourceOwner: "Self" } as const;

/** A service that defers its answers until the test releases them. */
function holding(body: () => object = () => ({ ResourceShares: [] })) {
  const pending: (() => void)[] = [];
  const held = service(async (_request, signal) => {
    await new Promise<void>((resolve, reject) => {
      pending.push(resolve);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    return ok(body());
  });
  return { ...held, release: () => pending.splice(0).forEach((open) => open()) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

// A virtual clock would time out the deferred answers.
const patient = { requestTimeoutMs: 1e9 };

/** A stopped clock, so that no deferred answer times out. */
class StillClock extends VirtualClock {
  override setTimer(): () => void {
    return () => undefined;
  }
}

describe("deduplicate", () => {
  it("sends equal reads in flight as one call", async () => {
    const { transport, requests, release } = holding();
    const client = clientOf(transport, patient);
    const reads = Promise.all([1, 2, 3].map(() => client.call(ListResourceShares, list)));
    const other = client.call(ListResourceShares, { ResourceOwner: "OtherAccounts" });
    await soon();
    release();
    await Promise.all([reads, other]);
    expect(requests).toHaveLength(2);
  });

  it("returns each caller a copy of the answer", async () => {
    const share = { ResourceShareId: "rs-1", ResourceShareStatus: "Active" };
    const { transport, release } = holding(() => ({ ResourceShares: [share] }));
    const client = clientOf(transport, patient);
    const reads = [1, 2].map(() => client.call(ListResourceShares, list));
    await soon();
    release();
    const [first, second] = await Promise.all(reads);
    first?.ResourceShares?.pop();
    expect(second?.ResourceShares).toEqual([share]);
  });

  it("reads again after the earlier read has been answered", async () => {
    const { transport, requests } = service(() => ok({ ResourceShares: [] }));
    const client = clientOf(transport);
    await client.call(ListResourceShares, list);
    await client.call(ListResourceShares, list);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ["succeeds", () => ok()],
    ["fails, because it may have taken effect,", () => errorResponse(403, "NoPermission")],
  ])("does not join a read that began before a write that %s had ended", async (_, written) => {
    const pending: (() => void)[] = [];
    const { transport, count } = service(async (request) => {
      // Reads hang, writes are answered at once.
      if (!request.headers["x-acs-action"]?.startsWith("List")) return written();
      await new Promise<void>((open) => pending.push(open));
      return ok({ ResourceShares: [] });
    });
    const client = clientOf(transport, { clock: new StillClock() });
    const before = client.call(ListResourceShares, list);
    await soon();
    await client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }).catch(() => undefined);
    const afterwards = client.call(ListResourceShares, list);
    await soon();
    const beside = client.call(ListResourceShares, list);
    await soon();
    expect(count("ListResourceShares")).toBe(2);
    pending.splice(0).forEach((open) => open());
    await Promise.all([before, afterwards, beside]);
  });

  it("aborts the call that its last caller has left, not one with waiting callers, and starts a new one", async () => {
    const { transport, requests, release } = holding();
    const signals: (AbortSignal | undefined)[] = [];
    const client = clientOf((request, signal) => (signals.push(signal), transport(request, signal)), { clock: new StillClock() });
    const [one, two] = [new AbortController(), new AbortController()];
    const left = [one, two].map(({ signal }) => rejection(client.call(ListResourceShares, list, { signal })));
    await soon();
    one.abort(new Error("one"));
    await soon();
    expect(signals[0]?.aborted).toBe(false);
    two.abort(new Error("two"));
    expect((await Promise.all(left)).map(String)).toEqual(["Error: one", "Error: two"]);
    expect(signals[0]?.aborted).toBe(true);
    const next = client.call(ListResourceShares, list);
    await soon();
    const beside = client.call(ListResourceShares, list);
    await soon();
    release();
    await Promise.all([next, beside]);
    expect(requests).toHaveLength(2);
  });

  it("does not join a call that is being aborted", async () => {
    const { transport, requests, release } = holding();
    const client = clientOf(transport, { clock: new StillClock() });
    const stop = new AbortController();
    const left = rejection(client.call(ListResourceShares, list, { signal: stop.signal }));
    await soon();
    stop.abort(new Error("left"));
    const next = client.call(ListResourceShares, list);
    expect(String(await left)).toBe("Error: left");
    await soon();
    release();
    await expect(next).resolves.toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it("never deduplicates writes", async () => {
    const { transport, requests } = service(() => ok());
    const client = clientOf(transport);
    await Promise.all([1, 2].map(() => client.call(DeleteResourceShare, { ResourceShareId: "rs-1" })));
    expect(requests).toHaveLength(2);
  });

  it("shares a failure, and the next read tries again", async () => {
    let refuses = true;
    const { transport, requests } = service(() => (refuses ? errorResponse(403, "NoPermission") : ok()));
    const client = clientOf(transport);
    const ends = await Promise.all([1, 2].map(() => rejection(client.call(ListResourceShares, list))));
    expect(ends[0]).toBe(ends[1]);
    expect(requests).toHaveLength(1);
    refuses = false;
    await expect(client.call(ListResourceShares, list)).resolves.toBeDefined();
  });
});
