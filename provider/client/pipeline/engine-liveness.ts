import type { CallHandler, PipelineDependencies } from "./call.ts";

/** Sends no write after the engine has exited, or the user has cancelled, however long the write has waited. */
export function engineGuarded({ assertEngineAlive }: Pick<PipelineDependencies, "assertEngineAlive">, next: CallHandler): CallHandler {
  return async (call) => {
    if (!call.operation.reads) await assertEngineAlive?.();
    return next(call);
  };
}
