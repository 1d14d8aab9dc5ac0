import type { CallHandler, PipelineDependencies } from "./call.ts";

/**
 * Rejects a call when the credentials belong to another account than the configured one.
 * The account is looked up here, and by an attempt only for renewed credentials: the attempts that wait for it would then all be sent at once, over the rate limit and
 * after the check that the engine runs, and the end of one caller's operation would end the lookup of a whole batch.
 */
export function accountGuarded({ guard }: Pick<PipelineDependencies, "guard">, next: CallHandler): CallHandler {
  if (guard === undefined) return next;
  return async (call) => {
    await guard(call.signal);
    return next(call);
  };
}
