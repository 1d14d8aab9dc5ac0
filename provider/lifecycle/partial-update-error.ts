import type { Values } from "./resource.ts";

/** `Resource.reconcile` throws it to set the state after its failure, where no read of the service shows that state. */
export class PartialUpdateError extends Error {
  override readonly name = "PartialUpdateError";
  declare readonly cause: Error;
  readonly state: Values;

  constructor(cause: Error, state: Values) {
    super(cause.message, { cause });
    this.state = state;
  }
}
