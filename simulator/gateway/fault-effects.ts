import type { HttpResponse } from "../../provider/wire/transport.ts";
import type { Fault } from "./faults.ts";
import { ServiceError } from "./service-error.ts";

/** The outcome of a request: a response after a delay, half a response, a broken connection, or one that stays open without a response. */
export type Delivery =
  | { readonly kind: "answer" | "truncated"; readonly response: HttpResponse; readonly delayMs?: number }
  | { readonly kind: "broken" }
  | { readonly kind: "hang" };

/** What a fault does to one call. */
export interface FaultEffect {
  /** Whether the call is executed. */
  readonly executes: boolean;
  /** The error that the response has in place of what the call returned. */
  readonly error?: ServiceError;
  /** How the response reaches the caller. */
  readonly deliver: (response: HttpResponse) => Delivery;
}

/** Returns the effect of a fault; without one, the call is executed and answered. */
export function effectOf(fault: Fault | undefined): FaultEffect {
  switch (fault?.kind) {
    case undefined:
    case "stale":
      // For a stale read, the handler gets an older world.
      return { executes: true, deliver: answer };
    case "dropped":
      return { executes: false, deliver: () => ({ kind: "broken" }) };
    case "lost":
      return { executes: true, deliver: () => ({ kind: "broken" }) };
    case "truncated":
      return { executes: true, deliver: (response) => ({ kind: "truncated", response }) };
    case "hang":
      return { executes: fault.executed ?? false, deliver: () => ({ kind: "hang" }) };
    case "latency":
      return { executes: true, deliver: (response) => ({ kind: "answer", response, delayMs: fault.ms }) };
    case "garbage":
      return { executes: true, deliver: (response) => answer({ ...response, body: "\u0000<<not json>>" }) };
    case "contentType":
      return { executes: false, deliver: () => answer(signInPage) };
    case "error": {
      const error = new ServiceError(fault.status, fault.code, fault.message ?? "This error was injected.");
      return { executes: fault.executed ?? false, error, deliver: answer };
    }
    case "throttled": {
      const code = fault.code ?? "Throttling.User";
      const error = new ServiceError(400, code, "Request was denied due to user flow control.", fault.retryAfterMs);
      return { executes: false, error, deliver: answer };
    }
    case "expiredToken": {
      const error = new ServiceError(400, "InvalidSecurityToken.Expired", "The security token has expired.");
      return { executes: false, error, deliver: answer };
    }
  }
}

function answer(response: HttpResponse): Delivery {
  return { kind: "answer", response };
}

/** What a network that asks for a sign-in answers in the service's place. */
const signInPage: HttpResponse = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: "<html><body>Please sign in to the network.</body></html>",
};
