import { expect, it } from "vitest";
import { DeleteResourceShare } from "../../provider/api/shares.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { FlowControl } from "../../simulator/gateway/flow-control.ts";
import { ServiceError } from "../../simulator/gateway/service-error.ts";
import { clientOf, errorResponse, ok, service } from "../unit/provider/client/fixture.ts";

const limit = { calls: 10, windowMs: 1000 };

/** A service with the limit of one operation and nothing else. A request arrives after half of the answer time, which differs by up to a tenth. */
function limitedService(clock: VirtualClock, answerMs: number) {
  const flow = new FlowControl(() => clock.now(), true);
  const random = seededRandom(1);
  const answer = () => {
    try {
      flow.admit("owner", "cn-hangzhou", DeleteResourceShare.name, limit);
      return ok();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return errorResponse(error.status, error.code, error.message, { "x-acs-retry-after": String(Math.ceil(error.retryAfterMs ?? 1)) });
    }
  };
  return service(async (_request, signal) => {
    const halfMs = (answerMs / 2) * (0.9 + 0.2 * random.next());
    await clock.sleep(halfMs, signal);
    const response = answer();
    await clock.sleep(halfMs, signal);
    return response;
  });
}

// docs/benchmarks.md says why several processes cannot have few throttled calls and full use of the limit.
it.each([
  { processes: 1, calls: 300, atMost: { ratio: 1.2, throttled: 0 } },
  { processes: 2, calls: 300, atMost: { ratio: 1.4, throttled: 0.055 } },
  { processes: 2, calls: 50, atMost: { ratio: 1.7, throttled: 0.13 } },
  { processes: 8, calls: 300, atMost: { ratio: 1.24, throttled: 0.14 } },
  { processes: 8, calls: 50, atMost: { ratio: 1.5, throttled: 0.33 } },
  { processes: 32, calls: 50, atMost: { ratio: 1.4, throttled: 0.48 } },
  { processes: 64, calls: 20, atMost: { ratio: 1.35, throttled: 0.7 } },
])(
  "shares the rate limit of an account between independent processes, and fails no call: $processes processes of $calls calls",
  async ({ processes, calls, atMost }) => {
    for (const { answerMs, apartMs } of [
      { answerMs: 5, apartMs: 0 },
      { answerMs: 150, apartMs: 1370 },
    ]) {
      const clock = new VirtualClock(0);
      const { transport, requests } = limitedService(clock, answerMs);
      // Each client has limiters of its own, as each process has.
      const runs = Array.from({ length: processes }, async (_, index) => {
        await clock.sleep(index * apartMs);
        const client = clientOf(transport, { clock, random: seededRandom(1000 + index) });
        await Promise.all(
          Array.from({ length: calls }, (_call, nth) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${nth}` })),
        );
      });
      await Promise.all(runs);
      const title = `answers after ${answerMs} ms, starts ${apartMs} ms apart`;
      expect(clock.now() / ((processes * calls * limit.windowMs) / limit.calls), title).toBeLessThanOrEqual(atMost.ratio);
      expect(1 - (processes * calls) / requests.length, title).toBeLessThanOrEqual(atMost.throttled);
    }
  },
  60_000,
);
