import { isRecord } from "../kernel/json.ts";

/** The encoded parameters of a request: names and values in plain text, without percent-encoding; the order does not matter. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Encodes an RPC request: lists as `Name.N` from 1, lists of objects as `Name.N.Field`, booleans as `true` and `false`.
 * Empty texts are sent; absent values are not (assumption S-encoding).
 */
export function encodeRpc(request: object): Parameters {
  const parameters: Record<string, string> = {};
  flatten(parameters, "", request);
  return parameters;
}

/** Encodes the fields of a form or a query: texts stay as they are, all other values become JSON texts. */
export function encodeForm(request: object): Parameters {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

function flatten(into: Record<string, string>, prefix: string, value: unknown): void {
  if (typeof value === "string") {
    into[prefix] = value;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) flatten(into, prefix ? `${prefix}.${index + 1}` : String(index + 1), item);
  } else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) flatten(into, prefix ? `${prefix}.${name}` : name, item);
  } else if (value !== undefined) {
    into[prefix] = JSON.stringify(value);
  }
}

/** RFC 3986 percent-encoding of UTF-8, of everything except letters, digits and `-_.~`. */
export function percentEncode(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Parameters as a query or a form body, sorted by name; an empty value is written `name=`. */
export function toQuery(parameters: Parameters): string {
  let query = "";
  for (const name of Object.keys(parameters).toSorted()) {
    query += `${query && "&"}${percentEncode(name)}=${percentEncode(parameters[name] ?? "")}`;
  }
  return query;
}
