import type { Values } from "./resource.ts";

/** What an update throws when it has failed and knows the state that it leaves behind, which no look at the service could tell. */
export class PartialUpdateError extends Error {
  override readonly name = "LeftBehind";
  readonly failure: Error;
  readonly state: Values;

  constructor(failure: Error, state: Values) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.state = state;
  }
}
