import type { Dispatcher } from "undici";
import { InputError } from "../kernel/errors.ts";
import { type HttpRequest, type HttpResponse, type Transport, Unsent } from "../wire/transport.ts";
import { connectionFailure } from "./connection.ts";
import { isLoopback, mustVerify } from "./endpoint.ts";
import { Hopeless } from "./failures.ts";

const connections = 64;
const connectTimeoutMs = 10_000;
const largestAnswer = 8 * 1024 * 1024;
const utf8 = new TextDecoder();

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

function exchange(pool: Dispatcher, url: URL, request: HttpRequest, signal: AbortSignal | undefined): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
      body: request.body === "" ? null : request.body,
    };
    pool.dispatch(options, new Exchange(url.host, signal, resolve, reject));
  });
}

/** One request under way. Undici's own `request` would make a stream of the answer, which costs as much as all the rest of an exchange. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #host: string;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (answer: HttpResponse) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: Record<string, string> = {};
  #controller: Dispatcher.DispatchController | undefined;

  constructor(host: string, signal: AbortSignal | undefined, resolve: (answer: HttpResponse) => void, reject: (reason: unknown) => void) {
    this.#host = host;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal?.throwIfAborted();
    signal?.addEventListener("abort", this);
  }

  /** The signal's: whoever waits is told at once, even when the request has not left yet. */
  handleEvent(): void {
    this.#end();
    this.#reject(this.#signal?.reason);
    this.#controller?.abort(new Error("the call was broken off"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#signal?.aborted) controller.abort(new Error("the call was broken off"));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ForeignHeaders): void {
    this.#status = status;
    this.#headers = plainHeaders(headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    this.#resolve({ status: this.#status, headers: this.#headers, body: utf8.decode(Buffer.concat(this.#chunks)) });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#end();
    this.#reject(this.#signal?.aborted ? this.#signal.reason : explained(error, this.#host));
  }

  #end(): void {
    this.#signal?.removeEventListener("abort", this);
  }
}

function explained(error: unknown, host: string): Error {
  const { message, reached, hopeless } = connectionFailure(error, host);
  // A parser's error holds the bytes that came, which are nobody's business in a log.
  const options = error instanceof Error && "data" in error ? {} : { cause: error };
  if (reached) return new Error(message, options);
  return hopeless ? new Hopeless(message, options) : new Unsent(message, options);
}

type ForeignHeaders = Readonly<Record<string, string | string[] | undefined>>;

function plainHeaders(headers: ForeignHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}
