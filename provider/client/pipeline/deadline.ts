import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../kernel/clock.ts";
import { TransportError } from "../../kernel/errors.ts";
import { unlessAborted } from "./abort.ts";
import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * How long a call has at least, and how much longer a write that is in flight at its deadline, in milliseconds: an operation whose time is over can
 * still see what it leaves behind.
 */
export const lastCallMs = 3_000;

const deadlines = new AsyncLocalStorage<number | undefined>();

/** Runs an operation of one resource: each call and read that it makes ends at the deadline (in the clock's milliseconds), unless the call names another one. */
export function withDeadline<T>(deadline: number, run: () => T): T {
  return deadlines.run(deadline, run);
}

/** Runs what several operations wait for: the deadline of the one that began it is not that of the others. */
export function withoutDeadline<T>(run: () => T): T {
  return deadlines.run(undefined, run);
}

/** The deadline of the operation that is running; `undefined` outside of one. */
export function currentDeadline(): number | undefined {
  return deadlines.getStore();
}

/** Waits for a read that others wait for as well, until the deadline of the operation that is running. */
export async function withinDeadline<T>(clock: Clock, operation: string, answer: Promise<T>): Promise<T> {
  const deadline = currentDeadline();
  if (deadline === undefined) return answer;
  const over = new AbortController();
  const callOff = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), () => over.abort(timeOver(operation, "its time was over")));
  return unlessAborted(answer, over.signal).finally(callOff);
}

/** The end of a call whose time is over. */
function timeOver(operation: string, problem: string, ambiguous = false): TransportError {
  return new TransportError({ operation, problem: `${problem}; raise \`customTimeouts\` or \`timeoutSeconds\``, ambiguous });
}

/** Ends a call at its deadline, wherever it waits; calls that were batched or deduplicated with it go on for the others. */
export function bounded({ clock }: Pick<PipelineDependencies, "clock">, next: CallHandler): CallHandler {
  return (call) => {
    const deadline = call.deadline ?? currentDeadline();
    if (deadline === undefined) return next(call);
    const { name, reads } = call.operation;
    const over = new AbortController();
    let isInFlight = false;
    const end = () =>
      over.abort(timeOver(name, isInFlight || reads ? "its time was over" : "its time was over before it was sent", isInFlight));
    const begunAt = clock.now();
    let callOff = clock.setTimer(Math.max(deadline - begunAt, lastCallMs), () => {
      if (isInFlight) callOff = clock.setTimer(lastCallMs, end);
      else end();
    });
    const onSending = (isSent: boolean) => {
      // A read has no effect, whether it arrived or not.
      isInFlight = isSent && !reads;
    };
    const signal = call.signal === undefined ? over.signal : AbortSignal.any([call.signal, over.signal]);
    return unlessAborted(next({ ...call, deadline, signal, onSending }), signal).finally(() => callOff());
  };
}
