import { ApiError, ProtocolError, TransportError } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import { UnsentRequestError } from "../../wire/transport.ts";

/** The request was not sent, and a retry would fail as well: for example an untrusted certificate or a proxy that refuses. */
export class PermanentConnectionError extends UnsentRequestError {}

/** The response is not from the service, or is incomplete: for example a truncated body or an error page of a proxy. A retry may succeed. */
export class MalformedResponseError extends ProtocolError {}

/** Whether the service throttled the call, and therefore did not execute it. */
export function isThrottle(error: unknown): error is ApiError | ProtocolError {
  return (error instanceof ApiError && error.category === "throttled") || (error instanceof ProtocolError && error.status === 429);
}

/** Whether the same call may succeed later without a change. A wait continues then; `retry.ts` decides whether a call is sent again. */
export function isTransient(error: unknown): boolean {
  if (isThrottle(error)) return true;
  if (error instanceof ApiError) return error.transient;
  if (error instanceof TransportError) return !(error.cause instanceof PermanentConnectionError);
  if (!(error instanceof ProtocolError)) return false;
  const isSuccess = error.status >= 200 && error.status < 300;
  return error.status >= 500 || (isSuccess && error instanceof MalformedResponseError);
}

/** Returns whether a failure of a write is ambiguous: the call may have taken effect. */
export function isAmbiguous(error: unknown): boolean {
  return (
    (error instanceof TransportError && error.ambiguous) ||
    (error instanceof ProtocolError && !isThrottle(error)) ||
    (error instanceof ApiError && (error.category === "fault" || error.followsLostAttempt === true))
  );
}

/** Returns the failure of a call of which an earlier attempt was lost: its message reports that, and it is ambiguous. */
export function afterLostAttempt(error: unknown): unknown {
  if (isAmbiguous(error)) return error;
  if (error instanceof ApiError) return new ApiError({ ...error, followsLostAttempt: true });
  if (!(error instanceof TransportError)) return error;
  const { operation, outcome, problem, cause } = error;
  return new TransportError({ operation, outcome, problem: `${problem}; an earlier attempt had no clear answer`, ambiguous: true, cause });
}

/** The note that a message adds to an ambiguous failure; `undefined` for idempotent operations, which can simply be repeated. */
export function ambiguityNote({ idempotent }: Pick<Operation, "idempotent">): string | undefined {
  return idempotent ? undefined : "it may have taken effect all the same";
}

/** Whether the service rejected the user's access token, and therefore did not execute the call (assumption D-stale-token). */
export function isStaleToken(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || /^(Invalid|Expired)(Access|Bearer)Token/.test(error.code));
}

/** The delay that the service asked for, in milliseconds; `undefined` when it asked for none. */
export function retryAfterMs(error: unknown): number | undefined {
  return error instanceof ApiError ? error.retryAfterMs : undefined;
}
