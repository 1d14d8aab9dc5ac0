import { decodeRpc } from "../../provider/wire/decode.ts";
import type { HttpRequest } from "../../provider/wire/transport.ts";
import type { RequestParameters } from "../handlers/handler.ts";

/** A parsed request that is not authenticated yet. */
export interface IncomingRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

// Parameters that the gateway itself reads. They are not passed to operations, and are not logged because they include secrets.
const gatewayParameters = new Set([
  "Action",
  "Version",
  "Format",
  "Timestamp",
  "Signature",
  "SignatureNonce",
  "SignatureMethod",
  "SignatureVersion",
  "SignatureType",
  "AccessKeyId",
  "SecurityToken",
]);

/** Parses the URL, headers and form of a request. */
export function parseIncomingRequest(request: HttpRequest): IncomingRequest {
  const url = new URL(request.url);
  const host = request.headers["host"] ?? url.host;
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  return {
    method: request.method,
    host,
    path: url.pathname,
    headers: { ...request.headers, host },
    body: request.body,
    query: Object.fromEntries(url.searchParams),
    form: isForm ? Object.fromEntries(new URLSearchParams(request.body)) : {},
  };
}

/** Returns the operation's parameters, from the query and the form. */
export function requestParameters(request: IncomingRequest): RequestParameters {
  const all = { ...request.query, ...request.form };
  return decodeRpc(Object.fromEntries(Object.entries(all).filter(([name]) => !gatewayParameters.has(name))));
}

/** Returns the requested operation and version, from the headers or, as older clients send them, from the parameters. */
export function actionOf(request: IncomingRequest): { readonly action: string; readonly version: string } {
  const { headers, query, form } = request;
  return {
    action: headers["x-acs-action"] ?? query["Action"] ?? form["Action"] ?? "",
    version: headers["x-acs-version"] ?? query["Version"] ?? form["Version"] ?? "",
  };
}

/** Returns the region of a request, when a parameter or the host names one. */
export function regionOf(request: IncomingRequest): string | undefined {
  const named = request.query["RegionId"] ?? request.form["RegionId"];
  // An empty parameter names no region.
  return named || /^[a-z]+\.([a-z]{2}-[a-z0-9-]+)\.aliyuncs\.com(:\d+)?$/.exec(request.host)?.[1];
}
