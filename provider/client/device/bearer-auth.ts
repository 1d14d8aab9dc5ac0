import type { CallHandler } from "../pipeline/call.ts";
import { isStaleToken } from "../errors/failures.ts";
import type { Session } from "./token-session.ts";

/**
 * Gives calls that ask for it the user's access token. When the service does not accept it, nothing was carried out: the call is made once more
 * with the next token, which all calls in flight share.
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
