import type { Dispatcher } from "undici";
import { InputError } from "../kernel/errors.ts";
import { type HttpRequest, type HttpResponse, type Transport, Unsent } from "../wire/transport.ts";
import { connectionFailure } from "./connection.ts";
import { isLoopback, mustVerify } from "./endpoint.ts";
import { Hopeless } from "./failures.ts";

const connections = 64;
const connectTimeoutMs = 10_000;
const largestAnswer = 8 * 1024 * 1024;

/** A transport with its own connections, and the way to close them. */
export interface HttpTransport {
  readonly transport: Transport;
  /** Ends all connections; what is under way fails. */
  close(): Promise<void>;
}

/**
 * HTTP over one pool of connections that are kept alive, never more than 64 a host. It verifies every certificate, follows no redirect, tries
 * nothing twice, reads at most 8 MB, and goes through `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` except to this machine. It does not keep the process
 * alive. When a call has waited long enough its signal says so; there is no other timeout than the one for connecting.
 */
export function createHttpTransport(environment: NodeJS.ProcessEnv = process.env): HttpTransport {
  let pools: Promise<Pools> | undefined;
  const transport: Transport = async (request, signal) => {
    const url = new URL(request.url);
    const local = isLoopback(url.hostname);
    if (!local) mustVerify(environment);
    pools ??= openPools(environment);
    const { direct, outside } = await pools.catch((error: unknown) => {
      pools = undefined;
      throw error;
    });
    return exchange(local ? direct : outside, url, request, signal);
  };
  return {
    transport,
    close: async () => {
      const open = await pools;
      pools = undefined;
      await Promise.all([open?.direct.destroy(), open?.outside.destroy()]);
    },
  };
}

/** The transport that everything in this process shares. */
export const httpTransport: Transport = createHttpTransport().transport;

interface Pools {
  readonly direct: Dispatcher;
  readonly outside: Dispatcher;
}

async function openPools(environment: NodeJS.ProcessEnv): Promise<Pools> {
  // Loaded when the first call goes out: much of what this package does needs no network.
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  const tls = { rejectUnauthorized: true };
  const shared = {
    connections,
    pipelining: 1,
    allowH2: false,
    maxResponseSize: largestAnswer,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...tls, timeout: connectTimeoutMs },
  };
  const proxy = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY"]) {
    if (proxy(name) !== "" && !URL.canParse(proxy(name))) throw InputError.of(name, "must be the URL of a proxy");
  }
  const outside = new EnvHttpProxyAgent({
    ...shared,
    httpProxy: proxy("HTTP_PROXY"),
    httpsProxy: proxy("HTTPS_PROXY"),
    noProxy: proxy("NO_PROXY"),
    requestTls: tls,
    proxyTls: tls,
  });
  return { direct: new Agent(shared), outside };
}

async function exchange(pool: Dispatcher, url: URL, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
  try {
    const answer = await pool.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
      body: request.body === "" ? null : request.body,
      signal: signal ?? null,
    });
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.text() };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw explained(error, url.host);
  }
}

function explained(error: unknown, host: string): Error {
  const { message, reached, hopeless } = connectionFailure(error, host);
  // A parser's error holds the bytes that came, which are nobody's business in a log.
  const options = error instanceof Error && "data" in error ? {} : { cause: error };
  if (reached) return new Error(message, options);
  return hopeless ? new Hopeless(message, options) : new Unsent(message, options);
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(", ")]])),
  );
}
