import { catalog, type Code } from "../../api/errors.ts";

/** The service says no: the code, the status it travels under, and a sentence for people. */
export class ServiceError extends Error {
  override readonly name = "Refusal";
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

/** Refuses with a code of the catalog, under the status that the specification gives it. */
export function throwServiceError(code: Code, message: string): never {
  throw new ServiceError(catalog[code].status, code, message);
}

/** Refuses with a code that no table of the specification lists. */
export function throwUnlistedError(status: number, code: string, message: string): never {
  throw new ServiceError(status, code, message);
}

/** Whether a code is one of the catalog. */
export function isCatalogCode(code: string): code is Code {
  return Object.hasOwn(catalog, code);
}
