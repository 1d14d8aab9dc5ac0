import type { ZodType } from "zod";

/** The rate limit of an operation: at most `calls` within `windowMs`, for each account and region (assumption S-limits). */
export interface Limit {
  readonly calls: number;
  readonly windowMs: number;
}

/** How the parameters of an operation are sent. */
export type Style =
  | { readonly kind: "rpc" } // all parameters in the query of `POST /`
  | { readonly kind: "rest"; readonly method: "GET" | "POST"; readonly path: string; readonly query: readonly string[] };

/** The authentication of a call: a signature with an access key, or a user's access token. */
export type Security = "AK" | "Bearer";

/** Where the ids of changed objects are: in a field of the request, or at a path of the response when the operation makes the object. */
export interface WrittenIds<RequestField extends string = string, ResponseField extends string = string> {
  readonly request?: RequestField;
  readonly response?: readonly [ResponseField, string];
}

/** The declaration of one operation of a service; client, simulator and documentation derive from it. */
export interface Operation<
  Name extends string = string,
  Request extends object = object,
  Response extends object = object,
  Codes extends string = string,
> {
  readonly name: Name;
  /** What the operation returns or does, as its function and the documentation describe it. */
  readonly summary: string;
  /** The version that is sent in `x-acs-version`. */
  readonly version: string;
  readonly style: Style;
  readonly security: Security;
  /** The chapter of the specification, which is also the name of the declaring file. */
  readonly chapter: string;
  readonly request: ZodType<Request>;
  readonly response: ZodType<Response>;
  /** The error codes of the operation's own tables; any operation may also return the service-wide ones. */
  readonly errors: readonly Codes[];
  /** Whether the operation is idempotent, and so safe to retry after an ambiguous failure. */
  readonly idempotent: boolean;
  /** Whether the operation only reads. */
  readonly reads: boolean;
  /** Where the ids of the objects are that the operation changes; absent or empty where it names none. */
  readonly writesTo?: WrittenIds | undefined;
  readonly limit: Limit | undefined;
  /** For lists: the response field with the records. */
  readonly items: string | undefined;
  /** Secret parameters and response fields, such as codes, tokens and phone numbers; they are redacted from messages. */
  readonly secrets?: readonly string[] | undefined;
}

/** The request type of an operation. */
export type RequestOf<O> = O extends Operation<string, infer Request, object> ? Request : never;
/** The response type of an operation. */
export type ResponseOf<O> = O extends Operation<string, object, infer Response> ? Response : never;
/** The error codes that an operation declares. */
export type ErrorOf<O> = O extends Operation<string, object, object, infer Codes> ? Codes : never;
