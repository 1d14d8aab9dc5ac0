import { messageOf, TransportError } from "../../kernel/errors.ts";
import { currentScope, lastCallMs, timeOver } from "../../kernel/operation-scope.ts";
import { unlessAborted } from "../../kernel/unless-aborted.ts";
import { afterLostAttempt, isAmbiguous, isThrottle } from "../errors/failures.ts";
import type { Operation } from "../../wire/operation.ts";
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
    const attempts = new Attempts(call.operation);
    const expiry = new AbortController();
    let cancelTimer = () => {};
    const end = (reason: () => unknown) => {
      cancelTimer();
      const abort = () => expiry.abort(reason());
      if (attempts.mayTakeEffect) cancelTimer = clock.setTimer(lastCallMs, abort);
      else abort();
    };
    const onCancel = () => end(() => attempts.cancelledError(cancellation?.reason));
    if (deadline !== undefined)
      cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), () => end(() => attempts.lateError()));
    cancellation?.addEventListener("abort", onCancel);
    const signal = call.signal === undefined ? expiry.signal : AbortSignal.any([call.signal, expiry.signal]);
    const onAttempt = (attempt: Promise<object>) => attempts.follow(attempt);
    try {
      cancellation?.throwIfAborted();
      return await unlessAborted(next({ ...call, deadline, signal, onAttempt }), signal);
    } catch (error) {
      throw attempts.isLost ? afterLostAttempt(error) : error;
    } finally {
      cancelTimer();
      cancellation?.removeEventListener("abort", onCancel);
      if (attempts.mayHaveTakenEffect && writes !== undefined) writes.lastAt = clock.now();
    }
  };
}

/** What the attempts of a call have shown. A read changes nothing: it never takes effect, and is never lost. */
class Attempts {
  readonly #name: string;
  readonly #writes: boolean;
  #last: "not sent" | "in flight" | "throttled" | "ended" = "not sent";
  #isDone = false;
  /** Whether an attempt of a write had no clear answer. */
  isLost = false;

  constructor({ name, reads }: Pick<Operation, "name" | "reads">) {
    this.#name = name;
    this.#writes = !reads;
  }

  follow(attempt: Promise<object>): void {
    this.#last = "in flight";
    const onAnswer = () => {
      this.#last = "ended";
      this.#isDone = this.#writes;
    };
    const onFailure = (error: unknown) => {
      this.#last = isThrottle(error) ? "throttled" : "ended";
      this.isLost ||= this.#writes && isAmbiguous(error);
    };
    attempt.then(onAnswer, onFailure);
  }

  /** Whether a write is in flight. */
  get mayTakeEffect(): boolean {
    return this.#writes && this.#last === "in flight";
  }

  /** Whether a write was executed or may have been. One that was not sent, or that the service has refused, has no effect. */
  get mayHaveTakenEffect(): boolean {
    return this.mayTakeEffect || this.isLost || this.#isDone;
  }

  /** The error at the deadline. */
  lateError(): TransportError {
    switch (this.#last) {
      case "in flight":
        return timeOver(this.#name, "got no answer", this.#writes);
      case "throttled":
        return timeOver(this.#name, "was throttled");
      case "ended":
        return timeOver(this.#name, "was not sent again");
      case "not sent":
        return timeOver(this.#name, "was not sent");
    }
  }

  /** The error of a cancellation with this reason. */
  cancelledError(reason: unknown): unknown {
    return this.mayTakeEffect ? new TransportError({ operation: this.#name, problem: messageOf(reason), ambiguous: true }) : reason;
  }
}
