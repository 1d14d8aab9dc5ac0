import type { CallHandler } from "../pipeline/call.ts";
import { isStaleToken } from "../errors/failures.ts";
import type { Session } from "./token-session.ts";

/**
 * Adds the user's access token to calls that require one.
 * A call with a rejected token was not executed, so it is retried once with a renewed token; all calls in flight share the renewal.
 */
export function bearerAuthenticated(session: Session, next: CallHandler): CallHandler {
  return async (call) => {
    if (call.operation.security !== "Bearer") return next(call);
    const { accessToken } = await session.current(call.signal);
    try {
      return await next({ ...call, bearer: accessToken });
    } catch (error) {
      if (!isStaleToken(error)) throw error;
      const renewed = await session.renew(accessToken, error, call.signal);
      return next({ ...call, bearer: renewed.accessToken });
    }
  };
}
