import type { CallHandler, PipelineDependencies } from "./call.ts";

/** Sends no write after the engine has exited, however long the write has waited: nothing would record its effect. */
export function engineGuarded({ assertEngineAlive }: Pick<PipelineDependencies, "assertEngineAlive">, next: CallHandler): CallHandler {
  return async (call) => {
    if (!call.operation.reads) await assertEngineAlive?.();
    return next(call);
  };
}
