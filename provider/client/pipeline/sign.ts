import { createHmac, hash } from "node:crypto";
import { TransportError } from "../../kernel/errors.ts";
import type { Secret } from "../../kernel/secret.ts";
import { type HttpRequest, UnsentRequestError } from "../../wire/transport.ts";
import type { Call, CallHandler, PipelineDependencies } from "./call.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { partsOf, secretsOf } from "../errors/redact.ts";
import { encodeRequest, type UnsignedRequest } from "./request.ts";

const algorithm = "ACS3-HMAC-SHA256";
const hashOfNothing = hash("sha256", "");

/** What is signed, beside who signs it and when. */
export interface SignableRequest extends UnsignedRequest {
  /** Host, with the port when it is not the usual one. */
  readonly host: string;
  /** The operation's name. */
  readonly action: string;
  readonly version: string;
}

/** What the service may repeat and nobody may see. */
export interface Sensitive {
  /** What proves who calls: no answer may hold it. */
  readonly proof: readonly string[];
  /** That, and what of the request no message may repeat: only failures need it. */
  readonly all: () => readonly string[];
}

/** Sends a call that proves who calls. */
export type SignedCallHandler = <Request extends object, Response extends object>(
  call: Call<Request, Response>,
  http: HttpRequest,
  sensitive: Sensitive,
) => Promise<Response>;

/** Signs a call, anew for each attempt, for a nonce serves once; or lets it bear the user's token, where the operation asks for one. */
export function signed(
  parts: Pick<PipelineDependencies, "region" | "endpoint" | "credentials" | "clock" | "random">,
  next: SignedCallHandler,
): CallHandler {
  const host = new URL(parts.endpoint).host;
  return async (call) => {
    const { name: action, version } = call.operation;
    const request = encodeRequest(call.operation, call.request, parts.region);
    const url = `${parts.endpoint}${request.path}${request.query ? `?${request.query}` : ""}`;
    const signable = { ...request, host, action, version };
    const send = (headers: HttpRequest["headers"], proof: readonly string[]) =>
      next(call, { method: request.method, url, headers, body: request.body }, { proof, all: () => [...proof, ...secretsOf(call)] });
    const { bearer } = call;
    if (bearer !== undefined) return send(bearerHeaders(signable, bearer), [bearer.open()]);
    const credentials = await parts.credentials().catch((error: unknown) => {
      // The call itself has not left: another attempt can do no harm.
      if (!(error instanceof UnsentRequestError)) throw error;
      throw new TransportError({ operation: action, problem: error.message, ambiguous: false, cause: error });
    });
    call.signal?.throwIfAborted();
    return send(signAcs3(signable, credentials, new Date(parts.clock.wallTime()), parts.random.hex(32)), partsOf(credentials));
  };
}

/** The headers of a request that bears a user's token: in the three places where one client or another puts it (assumption D-bearer). */
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

/** The headers of a request that bears an ACS3-HMAC-SHA256 signature (assumption S-signature). `nonce` must never have been used before. */
export function signAcs3(request: SignableRequest, credentials: Credentials, date: Date, nonce: string): Readonly<Record<string, string>> {
  const payloadHash = request.body === "" ? hashOfNothing : hash("sha256", request.body);
  const { accessKeyId, accessKeySecret, securityToken } = credentials;
  // Those that are signed, in the order of their names.
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
