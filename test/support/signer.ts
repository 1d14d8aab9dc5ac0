import { createHash, createHmac, randomUUID } from "node:crypto";
import type { HttpRequest, HttpResponse, Transport } from "../../provider/wire/transport.ts";

/** An access key, permanent or temporary. */
export interface SigningKey {
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly securityToken?: string | undefined;
}

/** One request to be signed, and what a test may want to be otherwise. */
export interface SigningRequest {
  readonly key: SigningKey;
  readonly action: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly url?: string;
  readonly method?: "GET" | "POST";
  readonly body?: string;
  readonly contentType?: string;
  readonly date?: string;
  readonly nonce?: string;
  /** Headers that are named as signed; those of the vendor's documentation when absent. */
  readonly signedHeaders?: readonly string[];
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The time format of signatures. */
export function signingTime(ms: number = Date.now()): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** Signs by ACS3-HMAC-SHA256, written from the vendor's documentation alone so that tests do not share the client's mistakes. */
export function signed(ask: SigningRequest): HttpRequest {
  const base = new URL(ask.url ?? "https://resourcesharing.cn-hangzhou.aliyuncs.com/");
  const query = Object.entries(ask.parameters ?? {})
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const body = ask.body ?? "";
  const method = ask.method ?? "POST";
  const headers: Record<string, string> = {
    accept: "application/json",
    host: base.host,
    "x-acs-action": ask.action,
    "x-acs-version": ask.version ?? "2020-01-10",
    "x-acs-date": ask.date ?? signingTime(),
    "x-acs-signature-nonce": ask.nonce ?? randomUUID(),
    "x-acs-content-sha256": hash(body),
    ...(ask.contentType === undefined ? {} : { "content-type": ask.contentType }),
    ...(ask.key.securityToken === undefined
      ? {}
      : { "x-acs-accesskey-id": ask.key.accessKeyId, "x-acs-security-token": ask.key.securityToken }),
  };
  const names =
    ask.signedHeaders ??
    Object.keys(headers)
      .filter((name) => name.startsWith("x-acs-") || name === "host" || name === "content-type")
      .toSorted();
  const canonical = [
    method,
    base.pathname,
    query,
    names.map((name) => `${name}:${headers[name] ?? ""}\n`).join(""),
    names.join(";"),
    hash(body),
  ].join("\n");
  const signature = createHmac("sha256", ask.key.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
    .digest("hex");
  const parts = [`Credential=${ask.key.accessKeyId}`, `SignedHeaders=${names.join(";")}`, `Signature=${signature}`];
  return {
    method,
    url: `${base.origin}${base.pathname}${query ? `?${query}` : ""}`,
    headers: { ...headers, authorization: `ACS3-HMAC-SHA256 ${parts.join(",")}` },
    body,
  };
}

/** Signs as clients before ACS3 did: HMAC-SHA1 over all parameters, sent in the query or in a form. */
export function signedRpc(ask: {
  readonly key: SigningKey;
  readonly parameters: Readonly<Record<string, string>>;
  readonly method?: "GET" | "POST";
  readonly url?: string;
  /** Where the parameters are sent. */
  readonly place?: "query" | "form";
  readonly date?: string;
  readonly nonce?: string;
}): HttpRequest {
  const method = ask.method ?? "GET";
  const all: Record<string, string> = {
    SignatureMethod: "HMAC-SHA1",
    SignatureVersion: "1.0",
    SignatureNonce: ask.nonce ?? randomUUID(),
    Timestamp: ask.date ?? signingTime(),
    AccessKeyId: ask.key.accessKeyId,
    Format: "JSON",
    ...(ask.key.securityToken === undefined ? {} : { SecurityToken: ask.key.securityToken }),
    ...ask.parameters,
  };
  const joined = (parameters: Record<string, string>) =>
    Object.keys(parameters)
      .toSorted()
      .map((name) => `${encode(name)}=${encode(parameters[name] ?? "")}`)
      .join("&");
  const signature = createHmac("sha1", `${ask.key.accessKeySecret}&`)
    .update(`${method}&%2F&${encode(joined(all))}`)
    .digest("base64");
  const text = joined({ ...all, Signature: signature });
  const url = new URL(ask.url ?? "https://resourcesharing.cn-hangzhou.aliyuncs.com/");
  const isForm = ask.place === "form";
  return {
    method,
    url: isForm ? url.href : `${url.href}?${text}`,
    headers: { host: url.host, ...(isForm ? { "content-type": "application/x-www-form-urlencoded" } : {}) },
    body: isForm ? text : "",
  };
}

/** A transport over the built-in fetch, for tests of what is served. */
export const overHttp: Transport = async (request, signal): Promise<HttpResponse> => {
  const { host: _host, ...headers } = request.headers;
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    ...(request.method === "POST" ? { body: request.body } : {}),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
};
