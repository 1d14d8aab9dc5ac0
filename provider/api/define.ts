import type { ZodType } from "zod";
import { isRecord } from "../kernel/json.ts";
import type { Limit, Operation, WrittenIds } from "../wire/operation.ts";
import type { Code } from "./error-codes.ts";

/** The version of the Resource Sharing API, sent with every call. */
export const sharingVersion = "2020-01-10";

/** The operations among the exports of the chapters. */
type OperationsIn<Exports> = { readonly [Name in keyof Exports as Exports[Name] extends Operation ? Name : never]: Exports[Name] };

/**
 * Returns the operations among the exports of the chapters, by name, without the constants that chapters share.
 * They are sorted, because the order of a module's exports depends on what loads it.
 */
export function operationsIn<Exports extends object>(exports: Exports): OperationsIn<Exports> {
  const isOperation = (value: unknown) => isRecord(value) && "chapter" in value && "request" in value;
  const operations = Object.entries(exports).filter(([, value]) => isOperation(value));
  // Object.fromEntries loses the keys; they are those of the type.
  return Object.fromEntries(operations.toSorted(([a], [b]) => (a < b ? -1 : 1))) as OperationsIn<Exports>;
}

interface RpcDeclaration<Request extends object, Response extends object, Codes extends Code, Reads extends boolean> {
  readonly summary: string;
  readonly request: ZodType<Request>;
  readonly response: ZodType<Response>;
  readonly errors: readonly Codes[];
  readonly idempotent: boolean;
  readonly reads: Reads;
  readonly limit?: Limit;
  readonly items?: string;
  readonly secrets?: readonly string[];
}

/** The member that only the declaration of a write has: it names the ids of the objects that the operation changes; `{}` names none. */
type Written<Request, Response, Reads extends boolean> = Reads extends true
  ? { readonly writesTo?: undefined }
  : { readonly writesTo: WrittenIds<keyof Request & string, keyof Response & string> };

/**
 * Returns the function that declares the operations of one chapter, by default of the Resource Sharing API.
 * The type of an operation keeps the literal value of `reads`.
 */
export function chapter(chapterName: string, version = sharingVersion) {
  return <Name extends string, Request extends object, Response extends object, const Codes extends Code, Reads extends boolean>(
    name: Name,
    declaration: RpcDeclaration<Request, Response, Codes, Reads> & Written<Request, Response, Reads>,
  ): Operation<Name, Request, Response, Codes> & { readonly reads: Reads } => ({
    name,
    chapter: chapterName,
    version,
    style: { kind: "rpc" },
    security: "AK",
    items: undefined,
    limit: undefined,
    ...declaration,
  });
}

/** The version of the user, device and content API, sent with every call (assumption D-transport). */
export const deviceVersion = "oauth2_1.0";
/** The common prefix of all paths of the user, device and content API. */
export const deviceRoot = "/v1.0/oauth2";

interface RestDeclaration<Request extends object, Response extends object> {
  readonly summary: string;
  readonly request: ZodType<Request>;
  readonly response: ZodType<Response>;
  readonly method: "GET" | "POST";
  /** The path below {@link deviceRoot}. */
  readonly path: string;
  /** The parameters that are sent in the query; all others are form fields. */
  readonly query?: readonly string[];
  readonly security?: Operation["security"];
  readonly idempotent: boolean;
  readonly reads: boolean;
  readonly secrets?: readonly string[];
}

/** Returns the function that declares one chapter of the user, device and content API. That API documents no error codes or limits. */
export function deviceChapter(chapterName: string) {
  return <Name extends string, Request extends object, Response extends object>(
    name: Name,
    { method, path, query = [], security = "Bearer", ...declaration }: RestDeclaration<Request, Response>,
  ): Operation<Name, Request, Response, never> => ({
    name,
    chapter: chapterName,
    version: deviceVersion,
    style: { kind: "rest", method, path: `${deviceRoot}${path}`, query },
    security,
    errors: [],
    limit: undefined,
    items: undefined,
    ...declaration,
  });
}

/** A limit of calls per second (assumption S-window: the flow-control window is one second). */
export function perSecond(calls: number): Limit {
  return { calls, windowMs: 1000 };
}
