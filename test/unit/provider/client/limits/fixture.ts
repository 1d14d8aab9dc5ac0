import { RateLimiter } from "../../../../../provider/client/limits/rate-limiter.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../../provider/kernel/random.ts";

export const limit = { calls: 10, windowMs: 1000 };

/** A limiter of ten calls a second, and its clock. */
export const fresh = () => {
  const clock = new VirtualClock();
  return { clock, limiter: new RateLimiter(clock, seededRandom(1), limit) };
};

/** The send times of that many calls that start together. */
export async function sendAll(clock: VirtualClock, limiter: RateLimiter, count: number, latencyMs = 0): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const turn = await limiter.acquire();
      times.push(clock.now());
      if (latencyMs > 0) await clock.sleep(latencyMs);
      turn.ended(true);
    }),
  );
  return times;
}
