import { isRecord } from "../kernel/json.ts";

/** The parameters of a request as they travel: name and value, both plain text, in no order that matters. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * The parameters of an RPC request: lists as `Name.N` from 1, lists of objects as `Name.N.Field`, booleans as `true` and `false`.
 * An empty text is sent; what is absent is not (assumption S-encoding).
 */
export function encodeRpc(request: object): Parameters {
  return Object.fromEntries(flatten("", request));
}

/** The fields of a form or of a query: objects and lists become JSON texts. */
export function encodeForm(request: object): Parameters {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

function flatten(prefix: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  const inside = (name: string) => (prefix ? `${prefix}.${name}` : name);
  if (Array.isArray(value)) return value.flatMap((item, index) => flatten(inside(String(index + 1)), item));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, item]) => flatten(inside(name), item));
  return [[prefix, typeof value === "string" ? value : JSON.stringify(value)]];
}

/** RFC 3986 percent-encoding of UTF-8: everything but letters, digits and `-_.~`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Parameters as a query or a form body, sorted by name; an empty value gives `name=`. */
export function toQuery(parameters: Parameters): string {
  return Object.keys(parameters)
    .toSorted()
    .map((name) => `${percentEncode(name)}=${percentEncode(parameters[name] ?? "")}`)
    .join("&");
}
