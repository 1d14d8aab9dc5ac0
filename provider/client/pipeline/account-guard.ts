import type { Call, CallHandler, PipelineDependencies } from "./call.ts";

/** Holds each call until the guard has confirmed that the credentials belong to the configured account. */
export function accountGuarded(parts: PipelineDependencies, next: CallHandler): CallHandler {
  const callAfter = async <Request extends object, Response extends object>(check: Promise<void>, call: Call<Request, Response>) => {
    await check;
    return next(call);
  };
  return (call) => {
    const check = parts.guard(call.signal);
    return check === undefined ? next(call) : callAfter(check, call);
  };
}
