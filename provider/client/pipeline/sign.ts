import { createHmac, hash } from "node:crypto";
import type { Secret } from "../../kernel/secret.ts";
import type { HttpRequest } from "../../wire/transport.ts";
import type { Call, CallHandler, Credentials, PipelineDependencies } from "./call.ts";
import { secretPartsOf } from "../errors/redact.ts";
import { encodeRequest, type UnsignedRequest } from "./request.ts";

const algorithm = "ACS3-HMAC-SHA256";
const hashOfNothing = hash("sha256", "");

/** The input of a signature, apart from credentials, date and nonce. */
export interface SignableRequest extends UnsignedRequest {
  /** Host, with the port unless it is the scheme's default. */
  readonly host: string;
  /** The operation's name. */
  readonly action: string;
  readonly version: string;
}

/** Sends an authenticated attempt. `proof` are the credentials or the access token, which are redacted from every response. */
export type SignedCallHandler = <Request extends object, Response extends object>(
  call: Call<Request, Response>,
  http: HttpRequest,
  proof: readonly string[],
) => Promise<Response>;

/** Signs each attempt with a new nonce, or adds the user's access token when the call has one. */
export function signed(
  parts: Pick<PipelineDependencies, "region" | "endpoint" | "credentials" | "clock" | "random"> &
    Partial<Pick<PipelineDependencies, "guard">>,
  next: SignedCallHandler,
): CallHandler {
  const host = new URL(parts.endpoint).host;
  return async (call) => {
    const { name: action, version } = call.operation;
    const request = encodeRequest(call.operation, call.request, parts.region);
    const url = `${parts.endpoint}${request.path}${request.query ? `?${request.query}` : ""}`;
    const signable = { ...request, host, action, version };
    const send = (headers: HttpRequest["headers"], proof: readonly string[]) => {
      call.signal?.throwIfAborted();
      const attempt = next(call, { method: request.method, url, headers, body: request.body }, proof);
      call.onAttempt?.(attempt);
      return attempt;
    };
    const { bearer } = call;
    if (bearer !== undefined) return send(bearerHeaders(signable, bearer), secretPartsOf(bearer));
    const credentials = await parts.credentials();
    await parts.guard?.(call.signal, credentials);
    return send(signAcs3(signable, credentials, new Date(parts.clock.wallTime()), parts.random.hex(32)), secretPartsOf(credentials));
  };
}

/** The headers of a request with a user's access token, in all three places that official clients use (assumption D-bearer). */
export function bearerHeaders(request: SignableRequest, token: Secret): Readonly<Record<string, string>> {
  return {
    accept: "application/json",
    host: request.host,
    "x-acs-action": request.action,
    "x-acs-version": request.version,
    ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
    authorization: `Bearer ${token.open()}`,
    "x-acs-bearer-token": token.open(),
    "x-acs-signature-type": "BEARERTOKEN",
  };
}

/**
 * The headers of a request with an ACS3-HMAC-SHA256 signature (assumption S-signature).
 * @param nonce - must never have been used before
 */
export function signAcs3(request: SignableRequest, credentials: Credentials, date: Date, nonce: string): Readonly<Record<string, string>> {
  const payloadHash = request.body === "" ? hashOfNothing : hash("sha256", request.body);
  const { accessKeyId, accessKeySecret, securityToken } = credentials;
  // The signed headers come first, sorted by name.
  const headers: Record<string, string> = {};
  if (request.contentType !== undefined) headers["content-type"] = request.contentType;
  headers["host"] = request.host;
  if (securityToken) headers["x-acs-accesskey-id"] = accessKeyId;
  headers["x-acs-action"] = request.action;
  headers["x-acs-content-sha256"] = payloadHash;
  headers["x-acs-date"] = `${date.toISOString().slice(0, -5)}Z`;
  if (securityToken) headers["x-acs-security-token"] = securityToken.open();
  headers["x-acs-signature-nonce"] = nonce;
  headers["x-acs-version"] = request.version;
  const names = Object.keys(headers);
  let lines = "";
  for (const name of names) lines += `${name}:${headers[name]?.trim()}\n`;
  const signedNames = names.join(";");
  const canonical = `${request.method}\n${request.path}\n${request.query}\n${lines}\n${signedNames}\n${payloadHash}`;
  const toSign = `${algorithm}\n${hash("sha256", canonical)}`;
  const signature = createHmac("sha256", accessKeySecret.open()).update(toSign).digest("hex");
  headers["accept"] = "application/json";
  headers["authorization"] = `${algorithm} Credential=${accessKeyId},SignedHeaders=${signedNames},Signature=${signature}`;
  return headers;
}
