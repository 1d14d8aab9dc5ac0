import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { percentEncode, toQuery } from "../../wire/encode.ts";
import type { IncomingRequest } from "./request.ts";
import { throwServiceError, throwUnlistedError } from "./service-error.ts";

const algorithm = "ACS3-HMAC-SHA256";
const mandatoryHeaders = ["host", "x-acs-action", "x-acs-version", "x-acs-date", "x-acs-signature-nonce"];
const tokenHeader = "x-acs-security-token";

/** A request that was taken apart for its signature; nobody has verified it yet. */
export interface RequestSignature {
  readonly accessKeyId: string;
  readonly securityToken: string | undefined;
  readonly nonce: string;
  /** When the client says it was signed. */
  readonly date: string;
  readonly signature: string;
  /** What the service would have signed, and the signature that a secret gives. */
  readonly stringToSign: string;
  readonly expected: (secret: string) => string;
}

/** Reads the signature of a request, of the current kind (header) or of the older one (parameters). */
export function readSignature(request: IncomingRequest): RequestSignature {
  const authorization = request.headers["authorization"];
  if (authorization?.startsWith(algorithm)) return readAcs3(request, authorization);
  const parameters = { ...request.query, ...request.form };
  if (parameters["Signature"] !== undefined) return readRpc(request, parameters);
  return throwServiceError("MissingParameter", "The request is not signed: neither an Authorization header nor a Signature was found.");
}

/** Whether the secret made the signature. */
export function isSignedBy(signed: RequestSignature, secret: string): boolean {
  const expected = Buffer.from(signed.expected(secret));
  const given = Buffer.from(signed.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

// The canonical request is rebuilt from the headers that the client says it signed, since clients differ in which they sign.
function readAcs3(request: IncomingRequest, authorization: string): RequestSignature {
  const parts = Object.fromEntries(
    authorization
      .slice(algorithm.length)
      .split(",")
      .map((part) => part.trim())
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const { Credential: accessKeyId, SignedHeaders: names, Signature: signature } = parts;
  if (!accessKeyId || !names || !signature) throwUnlistedError(400, "IncompleteSignature", "The Authorization header is not well formed.");
  const signed = names.split(";");
  // A token that the signature does not cover could be another one's.
  const needed = request.headers[tokenHeader] === undefined ? mandatoryHeaders : [...mandatoryHeaders, tokenHeader];
  const missing = needed.filter((name) => !signed.includes(name) || request.headers[name] === undefined);
  if (missing.length > 0) throwUnlistedError(400, "IncompleteSignature", `The signature does not cover ${missing.join(", ")}.`);
  const payloadHash = sha256(request.body);
  const claimed = request.headers["x-acs-content-sha256"];
  if (claimed !== undefined && claimed !== payloadHash)
    throwServiceError("SignatureDoesNotMatch", "The body is not the one that was signed.");
  const canonical = [
    request.method,
    request.path,
    toQuery(request.query),
    ...signed.map((name) => `${name}:${(request.headers[name] ?? "").trim()}`),
    "",
    names,
    payloadHash,
  ].join("\n");
  const stringToSign = `${algorithm}\n${sha256(canonical)}`;
  return {
    accessKeyId,
    securityToken: request.headers[tokenHeader],
    nonce: request.headers["x-acs-signature-nonce"] ?? "",
    date: request.headers["x-acs-date"] ?? "",
    signature,
    stringToSign,
    expected: (secret) => createHmac("sha256", secret).update(stringToSign).digest("hex"),
  };
}

// Clients in use still sign like this (assumption S-rpc-signature).
function readRpc(request: IncomingRequest, parameters: Readonly<Record<string, string>>): RequestSignature {
  const { Signature: signature = "", ...signed } = parameters;
  const { AccessKeyId: accessKeyId, SignatureNonce: nonce, Timestamp: date } = signed;
  if (!accessKeyId || !nonce || !date)
    throwUnlistedError(400, "IncompleteSignature", "AccessKeyId, SignatureNonce and Timestamp are required.");
  const method = signed["SignatureMethod"] ?? "HMAC-SHA1";
  if (method !== "HMAC-SHA1" && method !== "HMAC-SHA256")
    throwServiceError("InvalidParameter", `The signature method ${method} is not supported.`);
  const stringToSign = `${request.method}&${percentEncode("/")}&${percentEncode(toQuery(signed))}`;
  const hash = method === "HMAC-SHA1" ? "sha1" : "sha256";
  return {
    accessKeyId,
    securityToken: signed["SecurityToken"],
    nonce,
    date,
    signature,
    stringToSign,
    expected: (secret) => createHmac(hash, `${secret}&`).update(stringToSign).digest("base64"),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
