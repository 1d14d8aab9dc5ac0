import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError, messageOf, TransportError } from "../../kernel/errors.ts";
import { unlessAborted } from "./abort.ts";
import { afterLostAttempt } from "../errors/failures.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * The minimum time of every call, and the extra time of a write that is in flight at its deadline or when it is cancelled, in milliseconds.
 * With it, an operation whose time is over can still read the state that it leaves behind.
 */
export const lastCallMs = 3_000;

/** What ends the calls and waits of an operation on one resource, and what is known of its writes. */
interface OperationScope {
  readonly deadline?: number | undefined;
  readonly cancellation?: AbortSignal | undefined;
  readonly writes?: { lastAt?: number };
}

const scopes = new AsyncLocalStorage<OperationScope>();

/**
 * Runs an operation of one resource with a deadline. Each of its calls and reads ends then, unless the call sets a deadline of its own.
 * @param deadline - in the clock's milliseconds
 */
export function withDeadline<T>(deadline: number, run: () => T): T {
  return scopes.run({ deadline, writes: {} }, run);
}

/** Runs the part of an operation that the signal ends: its waits, reads and unsent calls at once, a write in flight when it is answered. */
export function withCancellation<T>(cancellation: AbortSignal | undefined, run: () => T): T {
  return scopes.run({ ...scopes.getStore(), cancellation }, run);
}

/** Runs work that several operations wait for: what ends the operation that started it must not end it for the others. */
export function withoutDeadline<T>(run: () => T): T {
  return scopes.run({}, run);
}

/** The deadline of the running operation, in the clock's milliseconds; `undefined` outside of an operation. */
export function currentDeadline(): number | undefined {
  return scopes.getStore()?.deadline;
}

/** The signal that ends the waits of the running operation; `undefined` where nothing does. */
export function currentCancellation(): AbortSignal | undefined {
  return scopes.getStore()?.cancellation;
}

/** When the last write of the running operation ended that may have taken effect, in the clock's milliseconds; `undefined` when there is none. */
export function lastWriteAt(): number | undefined {
  return scopes.getStore()?.writes?.lastAt;
}

/** Waits for a shared read, at most until the running operation has to end; the read itself continues. */
export async function withinDeadline<T>(clock: Clock, operation: string, work: Promise<T>): Promise<T> {
  const wait = unlessAborted(work, currentCancellation());
  const deadline = currentDeadline();
  if (deadline === undefined) return wait;
  const expiry = new AbortController();
  const abort = () => expiry.abort(timeOver(operation, "its time was over"));
  const cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), abort);
  return unlessAborted(wait, expiry.signal).finally(cancelTimer);
}

/** The error of a call that has passed its deadline. */
function timeOver(operation: string, problem: string, ambiguous = false): TransportError {
  return new TransportError({ operation, problem: `${problem}; raise \`customTimeouts\` or \`timeoutSeconds\``, ambiguous });
}

/**
 * Ends a call at its deadline, or when its operation is cancelled, in whichever layer it waits.
 * A batched or deduplicated request continues for its other callers.
 */
export function bounded({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  return async (call) => {
    const { cancellation, writes, ...scope } = scopes.getStore() ?? {};
    const { deadline = scope.deadline } = call;
    const { name, reads } = call.operation;
    const expiry = new AbortController();
    let isInFlight = false;
    let mayHaveEffect = false;
    let isLost = false;
    let cancelTimer = () => {};
    const onSending = (isSent: boolean, isLostNow = false) => {
      // A read changes nothing, so its outcome is never ambiguous.
      isInFlight = isSent && !reads;
      mayHaveEffect ||= isInFlight;
      isLost ||= isLostNow && !reads;
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
        const sending = isLost ? "its time was over before it was sent again" : "its time was over before it was sent";
        return timeOver(name, isInFlight || reads ? "its time was over" : sending, isInFlight);
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
      return await unlessAborted(next({ ...call, deadline, signal, onSending }), signal);
    } catch (error) {
      // The service has not executed what it refuses.
      if (error instanceof ApiError && !error.transient) mayHaveEffect = isLost;
      throw isLost ? afterLostAttempt(error) : error;
    } finally {
      cancelTimer();
      cancellation?.removeEventListener("abort", onCancel);
      if (mayHaveEffect && writes !== undefined) writes.lastAt = clock.now();
    }
  };
}
