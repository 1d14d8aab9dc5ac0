import type { CallHandler } from "./call.ts";
import type { Session } from "../device/token-session.ts";
import { isStaleToken } from "../errors/failures.ts";

/**
 * Adds the user's access token to calls that require one.
 * A call with a rejected token was not executed, so it passes through the layers below once more, with a renewed token.
 * All calls in flight share the renewal.
 */
export function bearerAuthenticated(session: Pick<Session, "current" | "renew">, next: CallHandler): CallHandler {
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
