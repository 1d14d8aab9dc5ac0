import { ApiError, ProtocolError } from "../../kernel/errors.ts";
import type { Operation } from "../../wire/operation.ts";
import { UnsentRequestError } from "../../wire/transport.ts";

/** The request never left and will not leave the next time either: a certificate that nobody trusts, a proxy that refuses. */
export class PermanentConnectionError extends UnsentRequestError {}

/** The answer is no answer of the service at all: a torn body, a page of some proxy. The next one may be whole. */
export class MalformedResponseError extends ProtocolError {}

/** Whether the service said that calls come too fast; the call was then not executed. */
export function isThrottle(error: unknown): error is ApiError | ProtocolError {
  return (error instanceof ApiError && error.category === "throttled") || (error instanceof ProtocolError && error.status === 429);
}

/** What is said beside a failure that leaves open whether the call was carried out: of what can be repeated nobody needs to know. */
export function ambiguityNote({ repeatable }: Pick<Operation, "repeatable">): string | undefined {
  return repeatable ? undefined : "it may have taken effect all the same";
}

/** Whether the service did not accept a user's access token; the call was then not carried out (assumption D-stale-token). */
export function isStaleToken(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || /^(Invalid|Expired)(Access|Bearer)Token/.test(error.code));
}

/** How long the service asked to wait, in milliseconds, when it did. */
export function retryAfterMs(error: unknown): number | undefined {
  return error instanceof ApiError ? error.retryAfterMs : undefined;
}
