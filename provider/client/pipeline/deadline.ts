import { messageOf, TransportError } from "../../kernel/errors.ts";
import { currentScope, lastCallMs, timeOver } from "../../kernel/operation-scope.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { afterLostAttempt, isAmbiguous, isThrottle } from "../errors/failures.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

type Progress =
  | "unsent" // or refused by the service
  | "in flight"
  | "lost" // an attempt got no answer, and may have taken effect
  | "done";

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
    // How far a write has come. A read changes nothing, so it ends at once, and its outcome is never ambiguous.
    let progress = "unsent" as Progress;
    let isThrottled = false;
    let cancelTimer = () => {};
    const onAttempt = (attempt: Promise<object>) => {
      const before = progress;
      if (!reads) progress = "in flight";
      attempt.then(
        () => {
          if (!reads) progress = "done";
        },
        (error: unknown) => {
          isThrottled = isThrottle(error);
          if (!reads) progress = before === "lost" || isAmbiguous(error) ? "lost" : "unsent";
        },
      );
    };
    /** Ends the call, a write in flight after `lastCallMs`: until then its answer can show whether it was executed. */
    const end = (reason: () => unknown) => {
      cancelTimer();
      const abort = () => expiry.abort(reason());
      if (progress === "in flight") cancelTimer = clock.setTimer(lastCallMs, abort);
      else abort();
    };
    const onDeadline = () =>
      end(() => {
        if (progress === "in flight") return timeOver(name, "got no answer", true);
        if (isThrottled) return timeOver(name, "was throttled");
        if (reads) return timeOver(name, "got no answer");
        return timeOver(name, progress === "lost" ? "was not sent again" : "was not sent");
      });
    const onCancel = () =>
      end(() =>
        progress === "in flight"
          ? new TransportError({ operation: name, problem: messageOf(cancellation?.reason), ambiguous: true })
          : cancellation?.reason,
      );
    if (deadline !== undefined) cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), onDeadline);
    cancellation?.addEventListener("abort", onCancel);
    const signal = call.signal === undefined ? expiry.signal : AbortSignal.any([call.signal, expiry.signal]);
    try {
      cancellation?.throwIfAborted();
      return await unlessAborted(next({ ...call, deadline, signal, onAttempt }), signal);
    } catch (error) {
      throw progress === "lost" ? afterLostAttempt(error) : error;
    } finally {
      cancelTimer();
      cancellation?.removeEventListener("abort", onCancel);
      // A write that was not sent, or that the service has refused, has no effect.
      if (progress !== "unsent" && writes !== undefined) writes.lastAt = clock.now();
    }
  };
}
