/** The meaning of a connection error. */
export interface ConnectionFailure {
  /** A description with the host and the error's code. */
  readonly message: string;
  /** Whether the request may have reached the service. */
  readonly reached: boolean;
  /** Whether a retry would fail as well. */
  readonly hopeless: boolean;
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
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the answer is larger than 8 MB",
};

/** Classifies a connection error: what happened, whether the request may have arrived, and whether a retry can succeed. */
export function connectionFailure(error: unknown, host: string): ConnectionFailure {
  const code = codeOf(error);
  const original = error instanceof Error ? error.message : "";
  const failure = (text: string, reached: boolean, hopeless = false, hint?: string) => ({
    message: `${text} (${host}${code ? `, ${code}` : ""})${hint === undefined ? "" : `; ${hint}`}`,
    reached,
    hopeless,
  });
  if (isCertificate(code)) {
    return failure("the certificate of the service is not trusted", false, true, "name a private authority in NODE_EXTRA_CA_CERTS");
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) {
    const hint = isOwnMachine(host) ? "the simulated service answers http:// only" : undefined;
    return failure("the other side does not use TLS as expected", false, true, hint);
  }
  if (code === "UND_ERR_PRX_TLS" || code === "UND_ERR_PRX_CONN" || original.startsWith("Proxy response")) {
    return failure("the proxy did not let the connection through", false, true);
  }
  if (/before secure TLS connection was established/.test(original)) return failure("the connection was reset while it opened", false);
  // On an open connection, a read or a write fails with the same codes; then the request may have arrived.
  const isOpen = error instanceof Error && "syscall" in error && (error.syscall === "read" || error.syscall === "write");
  const closed = isOpen ? undefined : neverOpened[code];
  // Where no process of this machine listens, none will a few seconds later.
  if (closed !== undefined) return failure(closed, false, code === "ECONNREFUSED" && isOwnMachine(host), connectionHint(code, host));
  if (code.startsWith("HPE_") || (error instanceof Error && error.name === "HTTPParserError"))
    return failure("the answer is not HTTP", true);
  return failure(lost[code] ?? "the connection failed", true);
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

/** What to do when a connection did not open. `route` is the host, with its port and the proxy where there are. */
function connectionHint(code: string, route: string): string | undefined {
  const isProxied = route.includes(" ");
  if (code === "ECONNREFUSED" && isProxied) return "check the address of the proxy";
  if (code === "ECONNREFUSED") return isOwnMachine(route) ? notRunningHint : "check the endpoint";
  if (code !== "ENOTFOUND" && code !== "EAI_AGAIN") return undefined;
  if (isProxied) return "check the name of the proxy, and the network of this machine";
  return "check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed";
}

/** What to do when no process listens at an endpoint on this machine. */
export const notRunningHint =
  "nothing listens there: start the simulated service (`npx --no -- resourceshare simulate`, or `npm start` in a clone), or correct what names it, `endpoint` or `deviceEndpoint`";

/** Whether a route leads to this machine, without a proxy. */
function isOwnMachine(route: string): boolean {
  return /^(127\.|localhost\b|\[::1\])/.test(route) && !route.includes(" ");
}
