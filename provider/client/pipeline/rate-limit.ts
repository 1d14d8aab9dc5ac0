import { ApiError } from "../../kernel/errors.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { isThrottle, retryAfterMs } from "../errors/failures.ts";
import { maxThrottledMs } from "./retry.ts";

/** Acquires a permit of the operation's rate limiter for each attempt. A throttled attempt slows down all callers of the limiter. */
export function rateLimited(parts: PipelineDependencies, next: CallHandler): CallHandler {
  return async (call) => {
    // Before the permit: a slow renewal after it would hold back calls that have permits, and they would then go out together.
    if (call.bearer === undefined) await parts.credentials();
    const permit = await parts.limits(call.operation).acquire(call.signal);
    try {
      const response = await next(call);
      permit.ended(true);
      return response;
    } catch (error) {
      if (isThrottle(error)) {
        const askedMs = retryAfterMs(error);
        // Capped: later calls must soon learn whether the service still throttles.
        const pauseMs = permit.throttled(askedMs && Math.min(askedMs, maxThrottledMs));
        parts.log.debug(`${call.operation.name} was throttled; the next one goes in ${Math.round(pauseMs)} ms`);
      } else {
        permit.ended(error instanceof ApiError);
      }
      throw error;
    }
  };
}
