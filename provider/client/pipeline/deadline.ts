import { messageOf, TransportError } from "../../kernel/errors.ts";
import { currentScope, lastCallMs, timeOver } from "../../kernel/operation-scope.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { afterLostAttempt, isAmbiguous, isThrottle } from "../errors/failures.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * Ends a call at its deadline, or when its operation is cancelled, in whichever layer it waits.
 * A batch continues for its other callers.
 */
export function bounded({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  return async (call) => {
    const { cancellation, writes, ...scope } = currentScope();
    const { deadline = scope.deadline } = call;
    const { name, reads } = call.operation;
    const expiry = new AbortController();
    let isInFlight = false;
    let isDone = false;
    let isLost = false;
    let isThrottled = false;
    let cancelTimer = () => {};
    const onAttempt = (attempt: Promise<object>) => {
      // A read changes nothing, so it ends at once, and its outcome is never ambiguous.
      isInFlight = !reads;
      const onEnd = (error?: unknown) => {
        isInFlight = false;
        isLost ||= !reads && isAmbiguous(error);
        isThrottled = isThrottle(error);
      };
      attempt.then(() => onEnd(), onEnd);
    };
    /** Ends the call, a write in flight after `lastCallMs`: until then its answer can show whether it was executed. */
    const end = (reason: () => unknown) => {
      cancelTimer();
      const abort = () => expiry.abort(reason());
      if (isInFlight) cancelTimer = clock.setTimer(lastCallMs, abort);
      else abort();
    };
    const onDeadline = () =>
      end(() => {
        if (isInFlight) return timeOver(name, "got no answer", true);
        if (isThrottled) return timeOver(name, "was throttled");
        if (reads) return timeOver(name, "got no answer");
        return timeOver(name, isLost ? "was not sent again" : "was not sent");
      });
    const onCancel = () =>
      end(() =>
        isInFlight
          ? new TransportError({ operation: name, problem: messageOf(cancellation?.reason), ambiguous: true })
          : cancellation?.reason,
      );
    if (deadline !== undefined) cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), onDeadline);
    cancellation?.addEventListener("abort", onCancel);
    const signal = call.signal === undefined ? expiry.signal : AbortSignal.any([call.signal, expiry.signal]);
    try {
      cancellation?.throwIfAborted();
      const response = await unlessAborted(next({ ...call, deadline, signal, onAttempt }), signal);
      isDone = !reads;
      return response;
    } catch (error) {
      throw isLost ? afterLostAttempt(error) : error;
    } finally {
      cancelTimer();
      cancellation?.removeEventListener("abort", onCancel);
      // A write that was not sent, or that the service has refused, has no effect.
      if ((isDone || isLost || isInFlight) && writes !== undefined) writes.lastAt = clock.now();
    }
  };
}
