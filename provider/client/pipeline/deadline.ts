import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../kernel/clock.ts";
import { TransportError } from "../../kernel/errors.ts";
import { unlessAborted } from "./abort.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * The minimum time of every call, and the extra time of a write that is in flight at its deadline, in milliseconds.
 * With it, an operation whose time is over can still read the state that it leaves behind.
 */
export const lastCallMs = 3_000;

const deadlines = new AsyncLocalStorage<number | undefined>();

/**
 * Runs an operation of one resource with a deadline. Each of its calls and reads ends then, unless the call sets a deadline of its own.
 * @param deadline - in the clock's milliseconds
 */
export function withDeadline<T>(deadline: number, run: () => T): T {
  return deadlines.run(deadline, run);
}

/** Runs work that several operations wait for: the deadline of the operation that started it must not end it for the others. */
export function withoutDeadline<T>(run: () => T): T {
  return deadlines.run(undefined, run);
}

/** The deadline of the running operation, in the clock's milliseconds; `undefined` outside of an operation. */
export function currentDeadline(): number | undefined {
  return deadlines.getStore();
}

/** Waits for a shared read, at most until the deadline of the running operation; the read itself continues. */
export async function withinDeadline<T>(clock: Clock, operation: string, work: Promise<T>): Promise<T> {
  const deadline = currentDeadline();
  if (deadline === undefined) return work;
  const expiry = new AbortController();
  const abort = () => expiry.abort(timeOver(operation, "its time was over"));
  const cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), abort);
  return unlessAborted(work, expiry.signal).finally(cancelTimer);
}

/** The error of a call that has passed its deadline. */
function timeOver(operation: string, problem: string, ambiguous = false): TransportError {
  return new TransportError({ operation, problem: `${problem}; raise \`customTimeouts\` or \`timeoutSeconds\``, ambiguous });
}

/** Ends a call at its deadline, in whichever layer it waits. A batched or deduplicated request continues for its other callers. */
export function bounded({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  return (call) => {
    const deadline = call.deadline ?? currentDeadline();
    if (deadline === undefined) return next(call);
    const { name, reads } = call.operation;
    const expiry = new AbortController();
    let isInFlight = false;
    const end = () =>
      expiry.abort(timeOver(name, isInFlight || reads ? "its time was over" : "its time was over before it was sent", isInFlight));
    let cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), () => {
      if (isInFlight) cancelTimer = clock.setTimer(lastCallMs, end);
      else end();
    });
    const onSending = (isSent: boolean) => {
      // A read changes nothing, so its outcome is never ambiguous.
      isInFlight = isSent && !reads;
    };
    const signal = call.signal === undefined ? expiry.signal : AbortSignal.any([call.signal, expiry.signal]);
    return unlessAborted(next({ ...call, deadline, signal, onSending }), signal).finally(() => cancelTimer());
  };
}
