import { DeleteResourceShare } from "../../provider/api/shares.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { FlowControl } from "../../simulator/gateway/flow-control.ts";
import { ServiceError } from "../../simulator/gateway/service-error.ts";
import type { HttpResponse, Transport } from "../../provider/wire/transport.ts";
import { clientOf, errorResponse, ok } from "../unit/provider/client/fixture.ts";
import { limit } from "../unit/provider/client/limits/fixture.ts";

interface Setting {
  readonly processes: number;
  /** The calls of each process, all waiting from its start. */
  readonly calls: number;
  /** How long an answer takes on average, in milliseconds; each takes up to a tenth more or less. */
  readonly answerMs: number;
  /** The time from the start of one process to the start of the next, in milliseconds. */
  readonly apartMs: number;
  readonly seed: number;
}

/** What independent processes need that call one operation of one account. */
export interface SharedLimit {
  /** The time from the first start to the last end, as a multiple of the time in which the limit admits that many calls. */
  readonly ratio: number;
  /** Throttled attempts, as a fraction of all attempts. */
  readonly throttled: number;
  /** The longest time of a process, as a multiple of the shortest. */
  readonly spread: number;
  /** Calls that were rejected. */
  readonly failed: number;
}

/** Runs processes that share nothing but the limit of one operation, on a simulated clock. */
export async function shareLimit({ processes, calls, answerMs, apartMs, seed }: Setting): Promise<SharedLimit> {
  const clock = new VirtualClock(0);
  const { transport, count } = limitedService(clock, answerMs, seed);
  let failed = 0;
  const runProcess = async (index: number) => {
    await clock.sleep(index * apartMs);
    const startedAt = clock.now();
    // Each client has limiters of its own, as each process has.
    const client = clientOf(transport, { clock, random: seededRandom(seed * 1000 + index) });
    const results = await Promise.allSettled(
      Array.from({ length: calls }, (_, nth) => client.call(DeleteResourceShare, { ResourceShareId: `rs-${nth}` })),
    );
    failed += results.filter(({ status }) => status === "rejected").length;
    return { startedAt, endedAt: clock.now() };
  };
  const runs = await Promise.all(Array.from({ length: processes }, (_, index) => runProcess(index)));
  const durations = runs.map(({ startedAt, endedAt }) => endedAt - startedAt);
  return {
    ratio: Math.max(...runs.map(({ endedAt }) => endedAt)) / ((processes * calls * limit.windowMs) / limit.calls),
    throttled: count.throttled / count.attempts,
    spread: Math.max(...durations) / Math.min(...durations),
    failed,
  };
}

/** A service with the operation's limit and nothing else. A request arrives after half of the answer time. */
function limitedService(clock: VirtualClock, answerMs: number, seed: number) {
  const flow = new FlowControl(() => clock.now(), true);
  const random = seededRandom(seed);
  const count = { attempts: 0, throttled: 0 };
  const answer = (): HttpResponse => {
    count.attempts += 1;
    try {
      flow.admit("owner", "cn-hangzhou", DeleteResourceShare.name, limit);
      return ok();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      count.throttled += 1;
      return errorResponse(error.status, error.code, error.message, { "x-acs-retry-after": String(Math.ceil(error.retryAfterMs ?? 1)) });
    }
  };
  const transport: Transport = async (_request, signal) => {
    const halfMs = (answerMs / 2) * (0.9 + 0.2 * random.next());
    await clock.sleep(halfMs, signal);
    const response = answer();
    await clock.sleep(halfMs, signal);
    return response;
  };
  return { transport, count };
}
