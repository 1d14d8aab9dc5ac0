import { ApiError } from "../../kernel/errors.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { isThrottle, retryAfterMs } from "../errors/failures.ts";

/**
 * Makes each attempt wait for its turn, so that the operation's limit holds for the account in the region; a throttle slows everybody down. What would change
 * something is not sent once nobody waits for it any more, however long it has waited for its turn.
 */
export function rateLimited(parts: PipelineDependencies, next: CallHandler): CallHandler {
  return async (call) => {
    const turn = await parts.limits.rateLimiterFor(call.operation).acquire(call, call.signal);
    try {
      if (!call.operation.reads) await parts.assertEngineAlive?.();
      call.onSending?.(true);
      const response = await next(call);
      turn.ended(true);
      return response;
    } catch (error) {
      if (isThrottle(error)) {
        const pauseMs = turn.throttled(retryAfterMs(error));
        parts.log.debug(`${call.operation.name} was throttled; the next one goes in ${Math.round(pauseMs)} ms`);
      } else {
        turn.ended(error instanceof ApiError);
      }
      throw error;
    } finally {
      call.onSending?.(false);
    }
  };
}
