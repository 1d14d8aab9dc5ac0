import type { Values } from "./resource.ts";

/** `Resource.reconcile` throws it to set the state after its failure, where no read of the service shows that state. */
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
