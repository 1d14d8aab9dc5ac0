import type { ZodType } from "zod";

/** How often an operation may be called: `calls` within `windowMs`, counted for each account over all its regions. */
export interface Limit {
  readonly calls: number;
  readonly windowMs: number;
}

/** How the parameters of an operation travel. */
export type Style =
  | { readonly kind: "rpc" } // all in the query of `POST /`
  | { readonly kind: "rest"; readonly method: "GET" | "POST"; readonly path: string; readonly query: readonly string[] };

/** How a call proves who is calling: with an access key, or with a user's token. */
export type Security = "AK" | "Bearer";

/** One operation of a service, declared; everything else about it follows from this value. */
export interface Operation<
  Name extends string = string,
  Request extends object = object,
  Response extends object = object,
  Codes extends string = string,
> {
  readonly name: Name;
  /** The version that is sent in `x-acs-version`. */
  readonly version: string;
  readonly style: Style;
  readonly security: Security;
  /** The chapter of the specification, which is also the file's name. */
  readonly chapter: string;
  readonly request: ZodType<Request>;
  readonly response: ZodType<Response>;
  /** The codes that this operation's own tables list; the service-wide ones come on top. */
  readonly errors: readonly Codes[];
  /** Whether doing it twice equals doing it once, so that it may be sent again after an answer was lost. */
  readonly repeatable: boolean;
  /** Whether it only reads. */
  readonly reads: boolean;
  readonly limit: Limit | undefined;
  /** For lists: the name of the field of the response that holds the records. */
  readonly items: string | undefined;
  /** Parameters and fields of the response that nobody may see: codes, tokens, phone numbers. */
  readonly secrets?: readonly string[] | undefined;
}

export type RequestOf<O> = O extends Operation<string, infer Request, object> ? Request : never;
export type ResponseOf<O> = O extends Operation<string, object, infer Response> ? Response : never;
export type ErrorOf<O> = O extends Operation<string, object, object, infer Codes> ? Codes : never;
