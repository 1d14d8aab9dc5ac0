import { isAmbiguous } from "../errors/failures.ts";
import type { CallHandler } from "./call.ts";

/** Reports each attempt to the call's observer. */
export function observed(next: CallHandler): CallHandler {
  return async (call) => {
    let mayHaveEffect = false;
    call.attempts?.began();
    try {
      return await next(call);
    } catch (error) {
      mayHaveEffect = isAmbiguous(error);
      throw error;
    } finally {
      call.attempts?.ended(mayHaveEffect);
    }
  };
}
