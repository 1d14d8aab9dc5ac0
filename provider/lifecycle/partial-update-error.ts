import type { Values } from "./resource.ts";

/** Thrown by `Resource.reconcile` when it has failed and no read of the service could return the resulting state. */
export class PartialUpdateError extends Error {
  override readonly name = "PartialUpdateError";
  readonly failure: Error;
  readonly state: Values;

  constructor(failure: Error, state: Values) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.state = state;
  }
}
