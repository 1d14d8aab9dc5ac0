import type { Caller, Parts } from "./call.ts";

/** Lets nothing pass before it is known that the credentials belong to the account that the configuration names. */
export function guarded(parts: Parts, next: Caller): Caller {
  return (call) => {
    const known = parts.guard(call.signal);
    return known === undefined ? next(call) : known.then(() => next(call));
  };
}
