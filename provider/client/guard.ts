import type { Caller, Parts } from "./call.ts";

/** Lets nothing pass before it is known that the credentials belong to the account that the configuration names. */
export function guarded(parts: Parts, next: Caller): Caller {
  return async (call) => {
    await parts.guard(call.signal);
    return next(call);
  };
}
