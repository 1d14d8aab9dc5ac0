import type { Operation } from "../../wire/operation.ts";
import { encodeForm, encodeRpc, toQuery, type Parameters } from "../../wire/encode.ts";

/** An encoded request without authentication. */
export interface UnsignedRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The canonical query: sorted and percent-encoded. */
  readonly query: string;
  readonly body: string;
  /** `undefined` without a body. */
  readonly contentType: string | undefined;
}

/** Encodes the parameters of a call in its operation's style. Every RPC call has a `RegionId` (assumption S-transport). */
export function encodeRequest(operation: Operation, request: object, region: string): UnsignedRequest {
  const { style } = operation;
  if (style.kind === "rpc") {
    const query = toQuery({ RegionId: region, ...encodeRpc(request) });
    return { method: "POST", path: "/", query, body: "", contentType: undefined };
  }
  const fields = Object.entries(encodeForm(request));
  const inQuery = ([name]: [string, string]) => style.method === "GET" || style.query.includes(name);
  const query: Parameters = Object.fromEntries(fields.filter(inQuery));
  const form: Parameters = Object.fromEntries(fields.filter((field) => !inQuery(field)));
  const body = toQuery(form);
  return {
    method: style.method,
    path: style.path,
    query: toQuery(query),
    body,
    contentType: body ? "application/x-www-form-urlencoded" : undefined,
  };
}
