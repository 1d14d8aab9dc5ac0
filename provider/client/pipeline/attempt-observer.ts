import { isAmbiguous } from "../errors/failures.ts";
import type { SignedCallHandler } from "./sign.ts";

/** Reports each attempt that is sent to the call's observer. */
export function observed(next: SignedCallHandler): SignedCallHandler {
  return async (call, http, proof) => {
    let mayHaveEffect = false;
    call.attempts?.began();
    try {
      return await next(call, http, proof);
    } catch (error) {
      mayHaveEffect = isAmbiguous(error);
      throw error;
    } finally {
      call.attempts?.ended(mayHaveEffect);
    }
  };
}
