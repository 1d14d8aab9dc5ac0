import { messageOf, TransportError } from "../../kernel/errors.ts";
import { currentScope, lastCallMs, timeOver } from "../../kernel/operation-scope.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { afterLostAttempt, isAmbiguous, isThrottle } from "../errors/failures.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * Ends a call at its deadline, or when its operation is cancelled, in whichever layer it waits.
 * A write in flight ends `lastCallMs` later: until then its answer can show whether it was executed.
 * A batch continues for its other callers.
 */
export function bounded({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  return async (call) => {
    const { cancellation, writes, ...scope } = currentScope();
    const { deadline = scope.deadline } = call;
    const { name, reads } = call.operation;
    let isSent = false;
    let isInFlight = false;
    let isThrottled = false;
    // These stay false for a read: a read changes nothing, so it ends at once, and its outcome is never ambiguous.
    let isLost = false;
    let isDone = false;
    const onAttempt = (attempt: Promise<object>) => {
      isSent = true;
      isInFlight = true;
      isThrottled = false;
      const onAnswer = () => {
        isInFlight = false;
        isDone = !reads;
      };
      const onFailure = (error: unknown) => {
        isInFlight = false;
        isLost ||= !reads && isAmbiguous(error);
        isThrottled = isThrottle(error);
      };
      attempt.then(onAnswer, onFailure);
    };
    const mayTakeEffect = () => isInFlight && !reads;
    const lateError = () => {
      if (isInFlight) return timeOver(name, "got no answer", !reads);
      if (isThrottled) return timeOver(name, "was throttled");
      return timeOver(name, isSent ? "was not sent again" : "was not sent");
    };
    const cancelledError = (): unknown => {
      if (!mayTakeEffect()) return cancellation?.reason;
      return new TransportError({ operation: name, problem: messageOf(cancellation?.reason), ambiguous: true });
    };
    const expiry = new AbortController();
    let cancelTimer = () => {};
    const end = (reason: () => unknown) => {
      cancelTimer();
      const abort = () => expiry.abort(reason());
      if (mayTakeEffect()) cancelTimer = clock.setTimer(lastCallMs, abort);
      else abort();
    };
    const onCancel = () => end(cancelledError);
    if (deadline !== undefined) cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), () => end(lateError));
    cancellation?.addEventListener("abort", onCancel);
    const signal = call.signal === undefined ? expiry.signal : AbortSignal.any([call.signal, expiry.signal]);
    try {
      cancellation?.throwIfAborted();
      return await unlessAborted(next({ ...call, deadline, signal, onAttempt }), signal);
    } catch (error) {
      throw isLost ? afterLostAttempt(error) : error;
    } finally {
      cancelTimer();
      cancellation?.removeEventListener("abort", onCancel);
      // A write that was not sent, or that the service has refused, has no effect.
      if ((mayTakeEffect() || isLost || isDone) && writes !== undefined) writes.lastAt = clock.now();
    }
  };
}
