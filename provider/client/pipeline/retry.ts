import { ApiError, messageOf, ProtocolError, TransportError } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import { backoffMs } from "./backoff.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { MalformedResponseError, PermanentConnectionError, isThrottle, retryAfterMs } from "../errors/failures.ts";

/** How long a call lets itself be throttled, from the first such answer on, in milliseconds. */
export const maxThrottledMs = 60_000;

/** What a failure means for the next attempt. */
export type RetryDecision =
  | "final" // the next attempt would fail as well, or might do the work a second time
  | "throttled" // not executed; the limiter says when
  | "passing"; // worth another attempt

/** The first question: may this failure be answered by calling again? */
export function classifyFailure(error: unknown, operation: Pick<Operation, "repeatable">): RetryDecision {
  if (isThrottle(error)) return "throttled";
  if (error instanceof ApiError) {
    if (error.code === "ConcurrentExecutionError") return "passing";
    return error.category === "fault" && operation.repeatable ? "passing" : "final";
  }
  if (error instanceof TransportError) {
    if (error.cause instanceof PermanentConnectionError) return "final";
    return !error.ambiguous || operation.repeatable ? "passing" : "final";
  }
  if (error instanceof ProtocolError && operation.repeatable) {
    const ended = error.status >= 200 && error.status < 300;
    return error.status >= 500 || (ended && error instanceof MalformedResponseError) ? "passing" : "final";
  }
  return "final";
}

/**
 * The one layer that calls again. Throttles are waited out for a minute, and the limiter below sets their pace; other passing failures are
 * answered with `maxAttempts` attempts at growing intervals, as long as the quota that all calls of the account in the region share allows it. Neither goes
 * on beyond the call's deadline.
 */
export function retried(parts: PipelineDependencies, next: CallHandler): CallHandler {
  const { clock, log, limits, random } = parts;
  return async (call) => {
    const { operation, signal, deadline = Number.POSITIVE_INFINITY } = call;
    let faults = 0;
    let throttledUntil: number | undefined;

    /** The second and the third question: how long, and may we still? Gives `undefined` when the failure is to be passed on. */
    const pauseAfter = (error: unknown): number | undefined => {
      const askedMs = retryAfterMs(error);
      switch (classifyFailure(error, operation)) {
        case "final":
          return undefined;
        case "throttled":
          throttledUntil ??= Math.min(clock.now() + maxThrottledMs, deadline);
          return clock.now() + (askedMs ?? 0) < throttledUntil ? 0 : undefined;
        case "passing": {
          faults += 1;
          const pauseMs = backoffMs(faults, random, askedMs);
          // Whoever has a deadline does better with the failure than with an answer that comes after it.
          const isTooLate = (askedMs ?? 0) > maxThrottledMs || clock.now() + pauseMs > deadline;
          return faults >= parts.maxAttempts || isTooLate || !limits.quota.spend() ? undefined : pauseMs;
        }
      }
    };

    for (;;) {
      signal?.throwIfAborted();
      try {
        const response = await next(call);
        limits.quota.succeeded(faults);
        return response;
      } catch (error) {
        if (signal?.aborted) throw error;
        const pauseMs = pauseAfter(error);
        if (pauseMs === undefined) throw error;
        log.debug(`${operation.name}: again in ${pauseMs} ms, because ${messageOf(error)}`);
        if (pauseMs > 0) await clock.sleep(pauseMs, signal);
      }
    }
  };
}
