import { ApiError, messageOf, ProtocolError, TransportError } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import { backoffMs } from "../limits/backoff.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { MalformedResponseError, PermanentConnectionError, isThrottle, retryAfterMs } from "../errors/failures.ts";

/** How long a call retries after throttles, counted from its first one and from each accepted call of the operation, in milliseconds. */
export const maxThrottledMs = 60_000;

/** Whether and how a failed attempt is retried. */
export type RetryDecision =
  | "final" // not retried: another attempt would fail as well, or could repeat the work
  | "throttled" // not executed; retried as soon as the rate limiter permits
  | "passing"; // transient: retried after a backoff

/** Classifies a failure of an attempt for the retry layer. */
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
 * The retry layer. Throttled attempts are retried until the service has accepted no call of the operation for a minute; the rate limiter below spaces them.
 * Other transient errors are retried up to `maxAttempts` with exponential backoff, while the account's retry quota lasts.
 * No retry starts after the call's deadline. A read has none here (`deduplicate.ts`): it is aborted with its last caller.
 */
export function retried(parts: PipelineDependencies, next: CallHandler): CallHandler {
  const { clock, log, limits, random } = parts;
  return async (call) => {
    const { operation, signal, deadline = Number.POSITIVE_INFINITY } = call;
    let faults = 0;
    let throttledAt: number | undefined;

    /** The pause before the next attempt, in milliseconds; `undefined` when the failure is final or the budget is used up. */
    const pauseAfter = (error: unknown): number | undefined => {
      const askedMs = retryAfterMs(error);
      switch (classifyFailure(error, operation)) {
        case "final":
          return undefined;
        case "throttled": {
          throttledAt ??= clock.now();
          // While other calls are accepted, the limit is only shared, and this call's turn comes.
          const waitsSince = Math.max(throttledAt, limits.rateLimiterFor(operation).acceptedAt);
          return clock.now() + (askedMs ?? 0) < Math.min(waitsSince + maxThrottledMs, deadline) ? 0 : undefined;
        }
        case "passing": {
          faults += 1;
          const pauseMs = backoffMs(faults, random, askedMs);
          // A failure now is more useful to the caller than a response after its deadline.
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
