import type { Limit } from "../../wire/operation.ts";
import type { Call } from "../handlers/handler.ts";
import type { IncomingRequest } from "./request.ts";
import type { Identity, Authenticator } from "./authentication.ts";

/** A call together with who makes it, for operations that ask about just that. */
export interface IdentifiedCall extends Call {
  readonly identity: Identity;
  readonly authenticator: Authenticator;
}

/** One of the services behind the one port; which one a request is for is told by its host, version and path. */
export interface Service {
  readonly name: string;
  readonly version: string;
  accepts(request: IncomingRequest): boolean;
  /** Who calls, when the service has another way to tell than by signature; `undefined` leaves it to the signature. */
  readonly identify?: ((request: IncomingRequest) => Identity | undefined) | undefined;
  /** Parameters that the log of calls must not show, by name. */
  readonly secrets?: readonly string[] | undefined;
  /** What an operation's answer calls the id of the request, when that is not `RequestId`. */
  readonly requestIdName?: ((operation: string) => string) | undefined;
  limitOf(operation: string): Limit | undefined;
  /** What each operation does; it answers the response's fields, or throws a refusal. */
  readonly handlers: Readonly<Record<string, (call: IdentifiedCall) => object>>;
}
