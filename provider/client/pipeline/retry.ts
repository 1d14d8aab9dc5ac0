import { classify } from "../../api/error-codes.ts";
import { ApiError, messageOf } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import { backoffMs } from "../limits/backoff.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";
import { isAmbiguous, isThrottle, isTransient, retryAfterMs } from "../errors/failures.ts";

/** How long a call retries after throttles, counted from its first one and from each accepted call of the operation, in milliseconds. */
export const maxThrottledMs = 60_000;

/** Whether and how a failed attempt is retried. */
type RetryDecision =
  | "final" // not retried: another attempt would fail as well, or could repeat the work
  | "throttled" // not executed; retried as soon as the rate limiter permits
  | "transient"; // retried after a backoff

/** Classifies a failure of an attempt for the retry layer. */
function classifyFailure(error: unknown, { idempotent }: Pick<Operation, "idempotent">): RetryDecision {
  if (isThrottle(error)) return "throttled";
  if (!isTransient(error)) return "final";
  const { inProgress = false, concerns } = error instanceof ApiError ? classify(error.code, error.status) : {};
  // An operation in progress that blocks only an entity may take long: the lifecycle waits for it (`retryWhileInProgress`).
  if (inProgress) return concerns === "request" ? "transient" : "final";
  return idempotent || !isAmbiguous(error) ? "transient" : "final";
}

/** The retry layer: `pipeline.ts` lists what it sends again. The rate limiter below it spaces throttled attempts. */
export function retried(parts: PipelineDependencies, next: CallHandler): CallHandler {
  const { clock, log, limits, random } = parts;
  return async (call) => {
    const { operation, signal, deadline = Number.POSITIVE_INFINITY } = call;
    let faults = 0;
    let throttledAt: number | undefined;
    for (;;) {
      signal?.throwIfAborted();
      try {
        return await next(call);
      } catch (error) {
        if (signal?.aborted) throw error;
        const decision = classifyFailure(error, operation);
        if (decision === "final") throw error;
        const askedMs = retryAfterMs(error) ?? 0;
        let pauseMs = 0;
        if (decision === "throttled") {
          throttledAt ??= clock.now();
          // While other calls are accepted, the limit is only shared, and this call's turn comes.
          const givesUpAt = Math.max(throttledAt, limits(operation).acceptedAt) + maxThrottledMs;
          if (clock.now() + askedMs >= Math.min(givesUpAt, deadline)) throw error;
        } else {
          faults += 1;
          pauseMs = backoffMs(faults, random, askedMs);
          // A failure now is more useful to the caller than a response after its deadline.
          const isTooLate = askedMs > maxThrottledMs || clock.now() + pauseMs > deadline;
          if (faults >= parts.maxAttempts || isTooLate) throw error;
        }
        const when = decision === "throttled" ? "as soon as the limit permits" : `in ${pauseMs} ms`;
        log.debug(`${operation.name}: again ${when}, because ${messageOf(error)}`);
        if (pauseMs > 0) await clock.sleep(pauseMs, signal);
      }
    }
  };
}
