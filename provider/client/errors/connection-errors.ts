import { OversizedResponseError, UnsentRequestError } from "../../wire/transport.ts";
import { PermanentConnectionError } from "./failures.ts";

/** How far an exchange had come when it failed. */
export interface ExchangeProgress {
  /** Whether the request may have been written: before, it is unsent. */
  readonly isBegun: boolean;
  /** The status of the response; 0 before it. */
  readonly status: number;
}

const neverOpened: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be resolved now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENETDOWN: "the network is down",
  EADDRNOTAVAIL: "this machine has no free address to call from",
  UND_ERR_CONNECT_TIMEOUT: "the connection did not open in time",
  ETIMEDOUT: "the connection did not open in time",
};

const lost: Readonly<Record<string, string>> = {
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed while the request was sent",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection ended before the whole answer had come",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer is shorter or longer than its declared length",
};

/**
 * Explains an error of undici, with the host and the error's code: as an UnsentRequestError when the request certainly did not reach the
 * service, and as a PermanentConnectionError when a retry would fail as well.
 */
export function connectionError(error: unknown, route: string, { isBegun, status }: ExchangeProgress): Error {
  const code = codeOf(error);
  const original = error instanceof Error ? error.message : "";
  const text = (problem: string) => `${problem} (${route}${code ? `, ${code}` : ""})`;
  // A parser error contains the received bytes, which must not be logged.
  const options = error instanceof Error && "data" in error ? {} : { cause: error };
  const unsent = (problem: string, hint = "") => new UnsentRequestError(text(problem) + hint, options);
  const hopeless = (problem: string, hint = "") => new PermanentConnectionError(text(problem) + hint, options);
  if (isCertificate(code)) {
    return hopeless("the certificate of the service is not trusted", "; name a private authority in NODE_EXTRA_CA_CERTS");
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) {
    const hint = isOwnMachine(route) ? `; the simulated service answers http:// only: write http://${route} as the endpoint` : "";
    return hopeless("the other side does not use TLS as expected", hint);
  }
  if (code === "UND_ERR_PRX_TLS" || code === "UND_ERR_PRX_CONN" || original.startsWith("Proxy response")) {
    return hopeless("the proxy did not let the connection through");
  }
  if (/before secure TLS connection was established/.test(original)) return unsent("the connection was reset while it opened");
  // On an open connection, a read or a write fails with the same codes; then the request may have arrived.
  const isOpen = error instanceof Error && "syscall" in error && (error.syscall === "read" || error.syscall === "write");
  const closed = isOpen ? undefined : neverOpened[code];
  if (closed !== undefined) {
    // Where no process of this machine listens, none will a few seconds later.
    const isDown = code === "ECONNREFUSED" && isOwnMachine(route);
    return (isDown ? hopeless : unsent)(closed, connectionHint(code, route));
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return new OversizedResponseError(status, text("the answer is larger than 8 MB"), options);
  const isParser = code.startsWith("HPE_") || (error instanceof Error && error.name === "HTTPParserError");
  const problem = isParser ? "the answer is not HTTP" : (lost[code] ?? "the connection failed");
  return isBegun ? new Error(text(problem), options) : unsent(problem);
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return "";
}

function isCertificate(code: string): boolean {
  return /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER|DECODE|DECRYPT)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
}

/** What to do when a connection did not open. */
function connectionHint(code: string, route: string): string {
  const proxy = /with the proxy of (\w+)$/.exec(route)?.[1];
  if (proxy !== undefined) return `; the proxy failed, and not the endpoint: check the address in ${proxy}, and whether the proxy runs`;
  if (code === "ECONNREFUSED") return `; ${isOwnMachine(route) ? notRunningHint : "check the endpoint, or the proxy where one is named"}`;
  if (code !== "ENOTFOUND" && code !== "EAI_AGAIN") return "";
  return "; check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed";
}

/** What to do when no process listens at an endpoint on this machine. */
export const notRunningHint =
  "nothing listens there: start the simulated service (`npx --no -- resourceshare simulate`, or `npm start` in a clone), or correct what names it, `endpoint` or `deviceEndpoint`";

/** Whether a route leads to this machine: no proxy is used for it. */
function isOwnMachine(route: string): boolean {
  return /^(127\.|localhost\b|\[::1\])/.test(route);
}
