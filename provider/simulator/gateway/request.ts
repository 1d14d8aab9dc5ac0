import { decodeRpc } from "../../wire/decode.ts";
import type { HttpRequest } from "../../wire/transport.ts";
import type { RequestParameters } from "../handlers/handler.ts";

/** A request as the gateway sees it: nothing is trusted yet. */
export interface IncomingRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

// What the gateway itself reads; none of it is a parameter of an operation or may be seen in the log.
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

/** Takes a request apart. */
export function parseIncomingRequest(request: HttpRequest): IncomingRequest {
  const url = new URL(request.url);
  const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
  return {
    method: request.method,
    host: request.headers["host"] ?? url.host,
    path: url.pathname,
    headers: { ...request.headers, host: request.headers["host"] ?? url.host },
    body: request.body,
    query: decodeQuery(url.search.slice(1)),
    form: isForm ? decodeQuery(request.body) : {},
  };
}

/** The parameters of the operation, from the query and from the form. */
export function requestParameters(request: IncomingRequest): RequestParameters {
  const all = { ...request.query, ...request.form };
  return decodeRpc(Object.fromEntries(Object.entries(all).filter(([name]) => !gatewayParameters.has(name))));
}

/** The operation and the version that are asked for: in headers, or as the older clients do, among the parameters. */
export function actionOf(request: IncomingRequest): { readonly action: string; readonly version: string } {
  const { headers, query, form } = request;
  return {
    action: headers["x-acs-action"] ?? query["Action"] ?? form["Action"] ?? "",
    version: headers["x-acs-version"] ?? query["Version"] ?? form["Version"] ?? "",
  };
}

/** The region that a request is for, when its host or a parameter says so. */
export function regionOf(request: IncomingRequest): string | undefined {
  const named = request.query["RegionId"] ?? request.form["RegionId"];
  return named || /^[a-z]+\.([a-z]{2}-[a-z0-9-]+)\.aliyuncs\.com(:\d+)?$/.exec(request.host)?.[1];
}

function decodeQuery(query: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of query.split("&")) {
    if (part === "") continue;
    const [name = "", ...rest] = part.split("=");
    found[decode(name)] = decode(rest.join("="));
  }
  return found;
}

function decode(part: string): string {
  const spaced = part.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
