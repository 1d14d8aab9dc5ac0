import type { Limit } from "../../provider/wire/operation.ts";
import type { Call } from "../handlers/handler.ts";
import type { IncomingRequest } from "./request.ts";
import type { Identity, Authenticator } from "./authentication.ts";

/** A call with its authenticated identity, for operations that return or issue credentials. */
export interface IdentifiedCall extends Call {
  readonly identity: Identity;
  readonly authenticator: Authenticator;
}

/** A simulated service. All services share one port. */
export interface Service {
  readonly version: string;
  /** Whether a request is for this service, by its host, version or path. The first service that accepts a request handles it. */
  accepts(request: IncomingRequest): boolean;
  /** Authenticates a request by other means than a signature; `undefined` means that the signature decides. */
  readonly identify?: ((request: IncomingRequest) => Identity | undefined) | undefined;
  /** Names of parameters and response fields whose values are not logged. */
  readonly secrets?: readonly string[] | undefined;
  /** The response field that contains the request id. @defaultValue `RequestId` */
  readonly requestIdName?: ((operation: string) => string) | undefined;
  /** Whether calls for a region that does not exist are refused. */
  readonly isRegional?: boolean | undefined;
  /** Whether an operation reads the world, and changes nothing; absent when none does. */
  readonly isRead?: ((operation: string) => boolean) | undefined;
  /** The declared rate limit of an operation. */
  limitOf(operation: string): Limit | undefined;
  /** The handler of each operation. It returns the response's fields, or throws a ServiceError. */
  readonly handlers: Readonly<Record<string, (call: IdentifiedCall) => object>>;
}
