import { ApiError } from "../../kernel/errors.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { isThrottle, retryAfterMs } from "../errors/failures.ts";
import { maxThrottledMs } from "./retry.ts";

/** Acquires a permit of the operation's rate limiter for each attempt. A throttled attempt slows down all callers of the limiter. */
export function rateLimited(parts: PipelineDependencies, next: CallHandler): CallHandler {
  return async (call) => {
    // A slow renewal would delay calls that have their permits, and they would then be sent at once.
    if (call.bearer === undefined) await parts.credentials();
    const permit = await parts.limits(call.operation).acquire(call.signal);
    try {
      const response = await next(call);
      permit.ended(true);
      return response;
    } catch (error) {
      if (isThrottle(error)) {
        const askedMs = retryAfterMs(error);
        // Calls that come later must get the service's current answer.
        const pauseMs = permit.throttled(askedMs && Math.min(askedMs, maxThrottledMs));
        parts.log.debug(`${call.operation.name} was throttled; the next one goes in ${Math.round(pauseMs)} ms`);
      } else {
        permit.ended(error instanceof ApiError);
      }
      throw error;
    }
  };
}
