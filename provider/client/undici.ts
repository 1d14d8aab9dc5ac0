import type { Dispatcher } from "undici";
import {
  type HttpRequest,
  type HttpResponse,
  OversizedResponseError,
  Timeout,
  type Transport,
  UnsentRequestError,
} from "../wire/transport.ts";
import { connectionFailure } from "./errors/connection-errors.ts";
import { isLoopback, assertTlsVerified } from "./config/endpoint.ts";
import { PermanentConnectionError } from "./errors/failures.ts";
import { proxyFor, proxyLabel } from "./proxy.ts";

const utf8 = new TextDecoder();

/**
 * Creates an HTTP transport on undici, with keep-alive connections of its own, at most 64 a host. They do not keep the process alive.
 * It verifies every certificate, follows no redirects, never retries and reads at most 8 MB of a response.
 * It honours `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, except for loopback addresses.
 * The only timeout of its own is for connecting; the caller's signal bounds the request.
 */
export function createHttpTransport(environment: NodeJS.ProcessEnv = process.env): Transport {
  let undici: Undici | undefined;
  /** By the URL of the proxy; that of direct connections is empty. */
  const pools = new Map<string, Dispatcher>();
  return async (request, signal) => {
    const url = new URL(request.url);
    // Loaded with the first request: many uses of this package need no network.
    undici ??= await import("undici");
    const isLocal = isLoopback(url.hostname);
    if (!isLocal) assertTlsVerified(environment);
    const proxy = isLocal ? undefined : proxyFor(url, environment);
    const uri = proxy?.url.href ?? "";
    const pool = pools.get(uri) ?? (proxy === undefined ? new undici.Agent(options) : new undici.ProxyAgent({ ...options, uri }));
    pools.set(uri, pool);
    return exchange(pool, url, proxy === undefined ? url.host : `${url.host} with ${proxyLabel(proxy)}`, request, signal);
  };
}

/** The default transport, shared by the whole process. */
export const httpTransport: Transport = createHttpTransport();

type Undici = typeof import("undici");

const tls = { rejectUnauthorized: true };
const options = {
  connections: 64,
  pipelining: 1,
  allowH2: false,
  maxResponseSize: 8 * 1024 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
  connect: { ...tls, timeout: 10_000 },
  requestTls: tls,
  proxyTls: tls,
};

/** Exchanges one request. Undici's own `request` wraps the response in a stream, which doubles the cost of an exchange. */
async function exchange(
  pool: Dispatcher,
  { origin, pathname, search }: URL,
  route: string,
  { method, headers, body }: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let responseHeaders: HttpResponse["headers"] = {};
  /** Rejects at once, even when the request was not sent yet. */
  const onAbort = () => {
    reject(abortReason(signal?.reason, route, controller !== undefined));
    controller?.abort(new Error("the call was broken off"));
  };
  signal?.addEventListener("abort", onAbort);
  const request = { origin, path: pathname + search, method, headers, body: body === "" ? null : body };
  pool.dispatch(request, {
    onRequestStart: (started) => {
      controller = started;
      if (signal?.aborted) controller.abort(new Error("the call was broken off"));
    },
    onResponseStart: (_, receivedStatus, received) => {
      status = receivedStatus;
      responseHeaders = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd: () => resolve({ status, headers: responseHeaders, body: utf8.decode(Buffer.concat(chunks)) }),
    onResponseError: (_, error) => reject(explained(error, route, { isBegun: controller !== undefined, status })),
  });
  return promise.finally(() => signal?.removeEventListener("abort", onAbort));
}

/** The reason of an abort. A timeout before the connection opened becomes an UnsentRequestError: nothing was sent. */
function abortReason(reason: unknown, route: string, isBegun: boolean): unknown {
  if (!(reason instanceof Timeout) || isBegun) return reason;
  return new UnsentRequestError(`${reason.message}: the connection did not open (${route})`, { cause: reason });
}

/** Converts undici's error. A request can reach the service only after undici has started to write it; before, it is unsent. */
function explained(error: Error, route: string, { isBegun, status }: { readonly isBegun: boolean; readonly status: number }): Error {
  const { message, reached, hopeless } = connectionFailure(error, route);
  // A parser error contains the received bytes, which must not be logged.
  const options = "data" in error ? {} : { cause: error };
  if ("code" in error && error.code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return new OversizedResponseError(status, message, options);
  if (reached && isBegun) return new Error(message, options);
  return hopeless ? new PermanentConnectionError(message, options) : new UnsentRequestError(message, options);
}
