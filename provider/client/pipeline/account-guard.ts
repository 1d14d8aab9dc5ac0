import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * Rejects a call when the credentials belong to another account than the configured one.
 * It stands above the batches, so that one lookup serves all attempts of a call (an attempt looks up only renewed credentials). Below the
 * limiter, attempts that wait for the lookup would be sent at once afterwards, over the limit and after the check that the engine runs.
 */
export function accountGuarded({ guard }: Pick<PipelineDependencies, "guard">, next: CallHandler): CallHandler {
  if (guard === undefined) return next;
  return async (call) => {
    await guard(call.signal);
    return next(call);
  };
}
