import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "./clock.ts";
import { TransportError } from "./errors.ts";
import { unlessAborted } from "./unless-aborted.ts";

/**
 * The minimum time of every call, and the extra time of a write that is in flight at its deadline or when it is cancelled, in milliseconds.
 * With it, an operation whose time is over can still read the state that it leaves behind.
 */
export const lastCallMs = 3_000;

/** What ends the calls and waits of an operation on one resource, and what is known of its writes. It is ambient: each call finds it. */
interface OperationScope {
  /** In the clock's milliseconds; `undefined` outside of an operation. */
  readonly deadline?: number | undefined;
  /** Ends the waits of the operation; `undefined` where nothing does. */
  readonly cancellation?: AbortSignal | undefined;
  readonly writes?: {
    /** When the last write ended that may have taken effect, in the clock's milliseconds. */
    lastAt?: number;
  };
}

const scopes = new AsyncLocalStorage<OperationScope>();

/** The scope of the running operation; empty outside of an operation. */
export function currentScope(): OperationScope {
  return scopes.getStore() ?? {};
}

/**
 * Runs an operation of one resource with a deadline. Each of its calls and reads ends then, unless the call sets a deadline of its own.
 * @param deadline - in the clock's milliseconds
 */
export function runUntil<T>(deadline: number, run: () => T): T {
  return scopes.run({ deadline, writes: {} }, run);
}

/** Runs the part of an operation that the signal ends: waits, reads and unsent calls at once, a write in flight with its answer or after `lastCallMs`. */
export function runCancellable<T>(cancellation: AbortSignal | undefined, run: () => T): T {
  return scopes.run({ ...currentScope(), cancellation }, run);
}

/** Runs work that several operations wait for: what ends the operation that started it must not end it for the others. */
export function runDetached<T>(run: () => T): T {
  return scopes.run({}, run);
}

/** Waits for work that several operations share, at most until the running operation has to end; the work itself continues. */
export async function awaitShared<T>(clock: Clock, operation: string, work: Promise<T>): Promise<T> {
  const { deadline, cancellation } = currentScope();
  const wait = unlessAborted(work, cancellation);
  if (deadline === undefined) return wait;
  const expiry = new AbortController();
  const abort = () => expiry.abort(timeOver(operation, "has not ended"));
  const cancelTimer = clock.setTimer(Math.max(deadline - clock.now(), lastCallMs), abort);
  return unlessAborted(wait, expiry.signal).finally(cancelTimer);
}

/** The error of a call that has passed its deadline, such as that it "was not sent". */
export function timeOver(operation: string, outcome: string, ambiguous = false): TransportError {
  const problem = "its time was over; raise `customTimeouts` or `timeoutSeconds`";
  return new TransportError({ operation, outcome, problem, ambiguous });
}
