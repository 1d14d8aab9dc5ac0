import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare } from "../../../../../provider/api/shares.ts";
import { PermanentConnectionError } from "../../../../../provider/client/errors/failures.ts";
import { maxThrottledMs } from "../../../../../provider/client/pipeline/retry.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import type { ApiError } from "../../../../../provider/kernel/errors.ts";
import { silentLog } from "../../../../../provider/kernel/log.ts";
import { type HttpResponse, UnsentRequestError } from "../../../../../provider/wire/transport.ts";
import { clientOf, ok, errorResponse, rejection, service } from "../fixture.ts";

const share = { ResourceShare: { ResourceShareId: "rs-1", ResourceShareStatus: "Active" } };
const html = (status: number): HttpResponse => ({ status, headers: { "content-type": "text/html" }, body: "<html>" });
const json = (status: number, body: string): HttpResponse => ({ status, headers: { "content-type": "application/json" }, body });
const never = () => new Promise<HttpResponse>(() => undefined);
const unsent = () => Promise.reject(new UnsentRequestError("refused"));
const lost = () => Promise.reject(new Error("reset"));

type Answer = () => HttpResponse | Promise<HttpResponse>;

type Row = [failure: string, answer: Answer, idempotent: number, once: number];

/** Each failure, and the number of attempts: for an idempotent operation, and for one that is not. */
const table: Row[] = [
  ["a refused connection", unsent, 5, 5],
  ["a lost connection", lost, 5, 1],
  ["a permanent failure of the connection", () => Promise.reject(new PermanentConnectionError("no trust")), 1, 1],
  ["an answer that never comes", never, 5, 1],
  ["500 InternalError", () => errorResponse(500, "InternalError"), 5, 1],
  ["503 ServiceUnavailable", () => errorResponse(503, "ServiceUnavailable"), 5, 1],
  ["400 SystemError", () => errorResponse(400, "SystemError"), 5, 1],
  ["409 ConcurrentExecutionError", () => errorResponse(409, "ConcurrentExecutionError"), 5, 5],
  ["409 DeleteResourceShareConflict", () => errorResponse(409, "DeleteResourceShareConflict"), 1, 1],
  ["403 NoPermission", () => errorResponse(403, "NoPermission"), 1, 1],
  ["404 EntityNotExists.ResourceShare", () => errorResponse(404, "EntityNotExists.ResourceShare"), 1, 1],
  ["400 InvalidParameter", () => errorResponse(400, "InvalidParameter"), 1, 1],
  ["409 QuotaExceeded.ResourceShare.Count", () => errorResponse(409, "QuotaExceeded.ResourceShare.Count"), 1, 1],
  ["400 SignatureDoesNotMatch", () => errorResponse(400, "SignatureDoesNotMatch"), 1, 1],
  ["502 with a page of HTML", () => html(502), 5, 1],
  ["200 with a page of HTML", () => html(200), 5, 1],
  ["299 with a page of HTML", () => html(299), 5, 1],
  ["200 with torn JSON", () => json(200, '{"RequestId": "R'), 5, 1],
  ["200 with nothing", () => json(200, ""), 5, 1],
  ["200 with another shape", () => json(200, '{"RequestId": 1}'), 1, 1],
  ...[199, 300, 404, 499].map((status): Row => [`${status} with a page of HTML`, () => html(status), 1, 1]),
  ["a redirect", () => ({ status: 302, headers: { location: "https://elsewhere" }, body: "" }), 1, 1],
];

describe("retry", () => {
  it.each(table.map(([name, answer, idempotent, once]) => [name, idempotent, once, answer] as const))(
    "sends a call that gets %s %i times when it is idempotent, and %i times when not",
    async (_name, idempotent, once, answer) => {
      const deleting = service(answer);
      await rejection(clientOf(deleting.transport).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
      const creating = service(answer);
      await rejection(clientOf(creating.transport).call(CreateResourceShare, { ResourceShareName: "a" }));
      expect([deleting.requests.length, creating.requests.length]).toEqual([idempotent, once]);
    },
  );

  it.each([
    ["400 Throttling", () => errorResponse(400, "Throttling")],
    ["400 Throttling.User", () => errorResponse(400, "Throttling.User")],
    ["400 Throttling.Api", () => errorResponse(400, "Throttling.Api")],
    ["429 without a readable body", () => html(429)],
  ])("retries %s for a minute, also when the call is not idempotent", async (_name, answer) => {
    const { transport, requests } = service(answer);
    const client = clientOf(transport);
    const begin = client.clock.now();
    await rejection(client.call(CreateResourceShare, { ResourceShareName: "a" }));
    const waitedMs = client.clock.now() - begin;
    expect(waitedMs).toBeGreaterThanOrEqual(maxThrottledMs);
    expect(waitedMs).toBeLessThan(maxThrottledMs + 25_000);
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.length).toBeLessThan(20);
  });

  it("retries throttled calls until a minute after the latest accepted call of the operation", async () => {
    const clock = new VirtualClock();
    const begin = clock.now();
    let accepted = 0;
    const { transport } = service(() => {
      // Other programs leave a place every forty seconds, five in all.
      const isFree = accepted < 5 && clock.now() - begin >= (accepted + 1) * 40_000;
      if (isFree) accepted += 1;
      return isFree ? ok() : errorResponse(400, "Throttling.User");
    });
    const client = clientOf(transport, { clock });
    const ends = Array.from({ length: 6 }, async (_, nth) => {
      const [result] = await Promise.allSettled([client.call(DeleteResourceShare, { ResourceShareId: `rs-${nth}` })]);
      return { status: result.status, at: clock.now() };
    });
    const [fifth, sixth] = (await Promise.all(ends)).toSorted((a, b) => a.at - b.at).slice(4);
    expect([fifth?.status, sixth?.status]).toEqual(["fulfilled", "rejected"]);
    const waitedMs = (sixth?.at ?? 0) - (fifth?.at ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(maxThrottledMs);
    expect(waitedMs).toBeLessThan(maxThrottledMs + 25_000);
  });

  it("waits before a retry as long as the service asks", async () => {
    const clock = new VirtualClock();
    const openAt = clock.now() + 7000;
    const { transport, requests } = service(() =>
      clock.now() < openAt ? errorResponse(400, "Throttling", "slow", { "x-acs-retry-after": "7000" }) : ok(share),
    );
    await clientOf(transport, { clock }).call(CreateResourceShare, { ResourceShareName: "a" });
    expect(requests).toHaveLength(2);
    expect(clock.now()).toBeLessThan(openAt + 1000);
  });

  it.each(["0", "-5", "soon", "1.5", ""])("reads no retry delay from %j", async (header) => {
    const { transport } = service(() => errorResponse(403, "NoPermission", "no", { "x-acs-retry-after": header }));
    const error = await rejection(clientOf(transport).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    expect((error as ApiError).retryAfterMs).toBeUndefined();
  });

  it("increases the pause before each further retry", async () => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const { transport } = service(() => {
      times.push(clock.now());
      return errorResponse(500, "InternalError");
    });
    await rejection(clientOf(transport, { clock, maxAttempts: 6 }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(gap).toBeLessThanOrEqual(500 * 2 ** index + 1);
    }
  });

  it("sends no retry after an abort during the pause", async () => {
    const stop = new AbortController();
    const clock = new VirtualClock();
    const { transport, requests } = service(() => errorResponse(500, "InternalError"));
    const call = clientOf(transport, { clock }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }, { signal: stop.signal });
    void clock.sleep(1).then(() => stop.abort(new Error("enough")));
    expect(String(await rejection(call))).toBe("Error: enough");
    expect(requests).toHaveLength(1);
  });

  it("sends no retry that would end after the deadline", async () => {
    for (const [answer, forMs, attempts] of [
      [() => errorResponse(500, "InternalError"), 5, 1],
      [() => errorResponse(500, "InternalError"), 600, 2],
      [() => errorResponse(400, "Throttling", "slow", { "x-acs-retry-after": "1000" }), 1000, 1],
      [() => errorResponse(400, "Throttling", "slow", { "x-acs-retry-after": "1000" }), 2500, 3],
    ] as const) {
      const { transport, requests } = service(answer);
      const client = clientOf(transport);
      const begin = client.clock.now();
      await rejection(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }, { deadline: begin + forMs }));
      expect(requests).toHaveLength(attempts);
      expect(client.clock.now()).toBeLessThanOrEqual(begin + forMs);
    }
  });

  it.each([
    ["ServiceUnavailable", "60000", 5],
    ["ServiceUnavailable", "60001", 1],
    ["Throttling", "3600000", 1],
  ])(
    "waits before a retry after %s for a requested pause of %s ms if it is a minute at most: %i attempts",
    async (code, askedMs, attempts) => {
      const { transport, requests } = service(() => errorResponse(503, code, "later", { "x-acs-retry-after": askedMs }));
      await rejection(clientOf(transport).call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
      expect(requests).toHaveLength(attempts);
    },
  );

  it("reports why and when it retries a call", async () => {
    const messages: string[] = [];
    const { transport } = service(unsent);
    await rejection(
      clientOf(transport, { log: { ...silentLog, debug: (message) => void messages.push(message) } }).call(DeleteResourceShare, {
        ResourceShareId: "rs-1",
      }),
    );
    expect(messages).toHaveLength(4);
    for (const message of messages) expect(message).toMatch(/^DeleteResourceShare: again in \d+ ms, because .*refused/);
  });
});
