import { catalog, type Code } from "../../provider/api/error-codes.ts";

/** An error response of the service: HTTP status, error code and message. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: string;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Throws an error with a code of the catalog, and the status that the specification lists for it. */
export function throwServiceError(code: Code, message: string): never {
  throw new ServiceError(catalog[code].status, code, message);
}

/** Throws an error with a code that no table of the specification lists. */
export function throwUnlistedError(status: number, code: string, message: string): never {
  throw new ServiceError(status, code, message);
}
