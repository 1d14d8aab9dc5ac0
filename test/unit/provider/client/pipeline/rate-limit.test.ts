import { describe, expect, it } from "vitest";
import { rateLimiters } from "../../../../../provider/client/limits/rate-limiter.ts";
import { DeleteResourceShare, ListResourceShares } from "../../../../../provider/api/shares.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { silentLog } from "../../../../../provider/kernel/log.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";
import { clientOf, ok, errorResponse, service } from "../fixture.ts";

/** A service with the real service's limits: that many calls a second for each operation. */
function metered(clock: VirtualClock, perSecond: number) {
  const times = new Map<string, number[]>();
  let throttled = 0;
  const counted = service((request) => {
    const action = request.headers["x-acs-action"] ?? "";
    const recent = (times.get(action) ?? []).filter((time) => time > clock.now() - 1000);
    if (recent.length >= perSecond) {
      throttled += 1;
      return errorResponse(400, "Throttling.User");
    }
    times.set(action, [...recent, clock.now()]);
    return ok();
  });
  return { ...counted, throttled: () => throttled };
}

const deleteAll = (client: ReturnType<typeof clientOf>, count: number, name = "rs") =>
  Promise.all(Array.from({ length: count }, (_, index) => client.call(DeleteResourceShare, { ResourceShareId: `${name}-${index}` })));

describe("rate limit", () => {
  it("sends calls through the rate limiter so that the documented limits never throttle them, in hardly more time than those limits require", async () => {
    const clock = new VirtualClock();
    const begin = clock.now();
    const { transport, throttled } = metered(clock, 10);
    await deleteAll(clientOf(transport, { clock }), 200);
    expect(throttled()).toBe(0);
    expect(clock.now() - begin).toBeLessThan(19_000 * 1.05);
  });

  it("shares the rate limit between the regions of an account, not between operations", async () => {
    const clock = new VirtualClock();
    const limits = rateLimiters(clock, seededRandom(1));
    const { transport, throttled, requests } = metered(clock, 10);
    const clients = ["cn-hangzhou", "cn-beijing"].map((region) => clientOf(transport, { clock, limits, region }));
    const begin = clock.now();
    await Promise.all(clients.flatMap((client) => [deleteAll(client, 20), client.call(ListResourceShares, { ResourceOwner: "Self" })]));
    expect(throttled()).toBe(0);
    expect(clock.now() - begin).toBeGreaterThan(2900);
    expect(requests.slice(0, 12).map(({ headers }) => headers["x-acs-action"])).toContain("ListResourceShares");
  });

  it("frees the permit of a refused call in the rate limit when the answer comes, like that of an accepted call", async () => {
    const client = clientOf(service(() => errorResponse(404, "EntityNotExists.ResourceShare")).transport);
    const begin = client.clock.now();
    await Promise.allSettled(
      Array.from({ length: 11 }, (_, index) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${index}` })),
    );
    expect(client.clock.now() - begin).toBe(1020);
  });

  it("reports which operation was throttled and until when its calls are paused", async () => {
    const messages: string[] = [];
    let isThrottled = true;
    const { transport } = service(() => {
      const answer = isThrottled ? errorResponse(400, "Throttling.User", "slow", { "x-acs-retry-after": "1000" }) : ok();
      isThrottled = false;
      return answer;
    });
    const log = { ...silentLog, debug: (message: string) => void messages.push(message) };
    await clientOf(transport, { log }).call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    expect(messages).toContainEqual(expect.stringMatching(/^DeleteResourceShare was throttled; .* 10[012]\d ms$/));
  });

  it("sends no write whose callers were all aborted, however long it was queued", async () => {
    const clock = new VirtualClock();
    const { transport, count } = metered(clock, 10);
    const end = clock.now() + 1500;
    const assertEngineAlive = async () => {
      if (clock.now() >= end) throw new Error("the engine has gone");
    };
    const client = clientOf(transport, { clock, assertEngineAlive });
    await expect(deleteAll(client, 40)).rejects.toThrow("the engine has gone");
    await clock.sleep(10_000);
    expect(count("DeleteResourceShare")).toBe(20);
    await expect(client.call(ListResourceShares, { ResourceOwner: "Self" })).resolves.toBeDefined();
  });
});
