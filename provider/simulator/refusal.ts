import { catalog, type Code } from "../api/errors.ts";

/** The service says no: the code, the status it travels under, and a sentence for people. */
export class Refusal extends Error {
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
export function refuse(code: Code, message: string): never {
  throw new Refusal(catalog[code].status, code, message);
}

/** Refuses with a code that no table of the specification lists. */
export function refuseUnlisted(status: number, code: string, message: string): never {
  throw new Refusal(status, code, message);
}

/** Whether a code is one of the catalog. */
export function isListed(code: string): code is Code {
  return Object.hasOwn(catalog, code);
}
