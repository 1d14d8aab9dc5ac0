import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { percentEncode, toQuery } from "../../provider/wire/encode.ts";
import type { IncomingRequest } from "./request.ts";
import { throwServiceError, throwUnlistedError } from "./service-error.ts";

const algorithm = "ACS3-HMAC-SHA256";
const mandatoryHeaders = ["host", "x-acs-action", "x-acs-version", "x-acs-date", "x-acs-signature-nonce"];
const tokenHeader = "x-acs-security-token";

/** The signature of a request, parsed and not verified yet. */
export interface RequestSignature {
  readonly accessKeyId: string;
  readonly securityToken: string | undefined;
  readonly nonce: string;
  /** The time of the signature, as the client reports it. */
  readonly date: string;
  readonly signature: string;
  /** The string to sign, as the service derives it from the request. */
  readonly stringToSign: string;
  /** Computes the signature that a secret produces. */
  readonly expected: (secret: string) => string;
}

/** Parses the signature of a request, in the current form (header) or in the older one (parameters). */
export function readSignature(request: IncomingRequest): RequestSignature {
  const authorization = request.headers["authorization"];
  if (authorization?.startsWith(algorithm)) return readAcs3(request, authorization);
  const parameters = { ...request.query, ...request.form };
  if (parameters["Signature"] !== undefined) return readRpc(request, parameters);
  return throwServiceError("MissingParameter", "The request is not signed: neither an Authorization header nor a Signature was found.");
}

/** Whether a request was signed with a secret; compares in constant time. */
export function isSignedBy(signed: RequestSignature, secret: string): boolean {
  const expected = Buffer.from(signed.expected(secret));
  const actual = Buffer.from(signed.signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

// Builds the canonical request from the headers in SignedHeaders, because clients differ in the headers that they sign.
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
  // A token that the signature does not cover could belong to another caller.
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

// Some clients in use still send the older signature (assumption S-rpc-signature).
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
