import type { CallHandler } from "./call.ts";
import { isStaleToken } from "../errors/failures.ts";
import type { ApiError } from "../../kernel/errors.ts";
import type { Secret } from "../../kernel/secret.ts";

/** Supplies the access token of one user. */
export interface AccessTokens {
  current(signal?: AbortSignal): Promise<{ readonly accessToken: Secret }>;
  /** Replaces a rejected token; rejects with `because` when there is no other token. */
  renew(stale: Secret, because: ApiError, signal?: AbortSignal): Promise<{ readonly accessToken: Secret }>;
}

/**
 * Adds the user's access token to calls that require one.
 * A call with a rejected token was not executed, so it passes through the layers below once more, with a renewed token.
 * All calls in flight share the renewal.
 */
export function bearerAuthenticated(tokens: AccessTokens, next: CallHandler): CallHandler {
  return async (call) => {
    if (call.operation.security !== "Bearer") return next(call);
    const { accessToken } = await tokens.current(call.signal);
    try {
      return await next({ ...call, bearer: accessToken });
    } catch (error) {
      if (!isStaleToken(error)) throw error;
      const renewed = await tokens.renew(accessToken, error, call.signal);
      return next({ ...call, bearer: renewed.accessToken });
    }
  };
}
