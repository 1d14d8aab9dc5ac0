import type { Call, CallHandler, PipelineDependencies } from "./call.ts";

/** Lets nothing pass before it is known that the credentials belong to the account that the configuration names. */
export function accountGuarded(parts: PipelineDependencies, next: CallHandler): CallHandler {
  const passed = async <Request extends object, Response extends object>(known: Promise<void>, call: Call<Request, Response>) => {
    await known;
    return next(call);
  };
  return (call) => {
    const known = parts.guard(call.signal);
    return known === undefined ? next(call) : passed(known, call);
  };
}
