import type { Dispatcher } from "undici";
import { InputError } from "../kernel/errors.ts";
import { type HttpRequest, type HttpResponse, Timeout, type Transport, UnsentRequestError } from "../wire/transport.ts";
import { connectionError } from "./errors/connection-errors.ts";
import { isLoopback, assertTlsVerified } from "./config/endpoint.ts";

const utf8 = new TextDecoder();

/**
 * Creates an HTTP transport on undici, with keep-alive connections of its own, at most 64 a host. They do not keep the process alive.
 * It verifies every certificate, follows no redirects, never retries and reads at most 8 MB of a response.
 * It honours `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, except for loopback addresses.
 * The only timeout of its own is for connecting; the caller's signal bounds the request.
 */
export function createHttpTransport(environment: NodeJS.ProcessEnv = process.env): Transport {
  let undici: Undici | undefined;
  let local: Dispatcher | undefined;
  let remote: RemoteAgent | undefined;
  return async (request, signal) => {
    const url = new URL(request.url);
    // Loaded with the first request: many uses of this package need no network.
    undici ??= await import("undici");
    if (isLoopback(url.hostname)) return exchange((local ??= new undici.Agent(options)), url, url.host, request, signal);
    if (url.protocol !== "https:") throw InputError.of("endpoint", `${url.origin} must begin with https://; nothing was sent`);
    assertTlsVerified(environment);
    remote ??= remoteAgent(undici, environment);
    return exchange(remote.agent, url, url.host + remote.label, request, signal);
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

/** The agent for other machines, and its proxy for messages. */
interface RemoteAgent {
  readonly agent: Dispatcher;
  readonly label: string;
}

/** As in other programs, lower case comes first. Other machines are only called by HTTPS. */
const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * Creates the agent for other machines. A proxy without a scheme is an HTTP proxy.
 * @throws InputError that names the variable when its value is not the URL of a proxy
 */
function remoteAgent({ Agent, EnvHttpProxyAgent }: Undici, environment: NodeJS.ProcessEnv): RemoteAgent {
  const variable = proxyVariables.find((name) => environment[name]?.trim());
  if (variable === undefined) return { agent: new Agent(options), label: "" };
  const noProxy = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  const value = environment[variable]?.trim() ?? "";
  const httpsProxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  try {
    const agent = new EnvHttpProxyAgent({ ...options, httpProxy: "", httpsProxy, noProxy });
    return { agent, label: ` with the proxy of ${variable}${noProxy === "" ? "" : ", unless NO_PROXY exempts it"}` };
  } catch {
    // The error may quote the value, and so the password of the proxy.
    const why = "must be the URL of a proxy, as http://proxy.example:3128, with its user and password percent-encoded; nothing was sent";
    throw InputError.of(variable, why);
  }
}

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
    controller?.abort(new Error("the call was cancelled"));
  };
  signal?.addEventListener("abort", onAbort);
  const request = { origin, path: pathname + search, method, headers, body: body === "" ? null : body };
  pool.dispatch(request, {
    onRequestStart: (started) => {
      controller = started;
      if (signal?.aborted) controller.abort(new Error("the call was cancelled"));
    },
    onResponseStart: (_, receivedStatus, received) => {
      status = receivedStatus;
      responseHeaders = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd: () => resolve({ status, headers: responseHeaders, body: utf8.decode(Buffer.concat(chunks)) }),
    onResponseError: (_, error) => reject(connectionError(error, route, { isBegun: controller !== undefined, status })),
  });
  return promise.finally(() => signal?.removeEventListener("abort", onAbort));
}

/** The reason of an abort. A timeout before the connection opened becomes an UnsentRequestError: nothing was sent. */
function abortReason(reason: unknown, route: string, isBegun: boolean): unknown {
  if (!(reason instanceof Timeout) || isBegun) return reason;
  return new UnsentRequestError(`${reason.message}: the connection did not open (${route})`, { cause: reason });
}
