import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpRequest } from "../provider/wire/transport.ts";
import { handleAdminRequest, type AdminResponse } from "./admin/admin.ts";
import type { Simulator } from "./simulator.ts";

const bodyLimit = 1024 * 1024;
/** The admin interface loads worlds of many shares. */
const adminBodyLimit = 128 * 1024 * 1024;
const adminPath = "/_simulator/";
const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** A simulator that {@link serve} has started. */
export interface Served {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

/** A page or a file that the server sends, with its headers. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Returns the page of a URL below `/_simulator/`; `undefined` for every other URL. */
export type Pages = (url: URL) => PageResponse | undefined;

/** Options of {@link serve}; all are optional. */
export interface ServeOptions {
  /** A free port when absent. */
  readonly port?: number | undefined;
  /** Pages beside the admin interface. */
  readonly pages?: Pages | undefined;
}

/**
 * Serves a simulator over HTTP on the loopback interface. All services share one port; the admin interface is below `/_simulator/`.
 *
 * @example
 * ```ts
 * import { createSimulator, serve } from "pulumi-resourceshare/simulator";
 *
 * const service = await serve(createSimulator());
 * console.log(service.url);
 * await service.close();
 * ```
 */
export function serve(simulator: Simulator, options: ServeOptions = {}): Promise<Served> {
  const server = createServer((request, response) => {
    handle(simulator, options.pages, request, response).catch(() => response.destroy());
  });
  // With the five seconds of Node, a client that keeps idle connections for longer meets a closed one.
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => {
      // `address()` returns a string only for pipes and Unix sockets.
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ url: `http://127.0.0.1:${port}`, port, close });
    });
  });
}

async function handle(simulator: Simulator, pages: Pages | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = request.headers.host ?? "";
  const method = request.method ?? "GET";
  const refusal = refusalOf(request, host);
  if (refusal !== undefined) return respondWithError(response, 403, refusal);
  const url = `http://${host}${request.url ?? "/"}`;
  const isAdminRequest = new URL(url).pathname.startsWith(adminPath);
  const body = await readBody(request, isAdminRequest ? adminBodyLimit : bodyLimit);
  if (body === undefined) return respondWithError(response, 413, "The body is too large.");
  const received = { url, headers: headersOf(request), body };
  const page = isAdminRequest && method === "GET" ? pages?.(new URL(url)) : undefined;
  if (page) return void response.writeHead(page.status, page.headers).end(page.body);
  if (method === "GET" && isVisit(received)) return respondWithError(response, 404, visitText);
  if (isAdminRequest) return respondWithJson(response, handleAdminRequest(simulator, { ...received, method }));
  if (method !== "GET" && method !== "POST") return respondWithError(response, 405, "Only GET and POST are served here.");
  await deliver(simulator, { ...received, method }, request, response);
}

/** Answers a call as the simulator delivers it: some faults lose the answer, or cut it off. */
async function deliver(simulator: Simulator, call: HttpRequest, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const delivery = simulator.deliver(call);
  if (delivery.kind === "hang") return;
  if (delivery.kind === "broken") return void request.socket.destroy();
  if (delivery.delayMs !== undefined) await simulator.clock.sleep(delivery.delayMs);
  const { status, headers, body } = delivery.response;
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  if (delivery.kind === "answer") return void response.end(body);
  response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy());
}

const visitText =
  "This is a simulated service. `resourceshare simulate --console` serves its console at /_simulator/console/; GET /_simulator/ lists its admin interface.";

/** Whether a person, and not a client, asks for a page by GET. */
function isVisit({ url, headers }: Pick<HttpRequest, "url" | "headers">): boolean {
  return headers["x-acs-action"] === undefined && /^http:\/\/[^/]+\/(?:console\/?|_simulator|_simulator\/console.*)?$/.test(url);
}

/** Why a request is refused, because a web page may have sent it. */
function refusalOf(request: IncomingMessage, host: string): string | undefined {
  // Protects against DNS rebinding: a web page may not reach this port under its own host name.
  if (!loopbackNames.has(host.replace(/:\d+$/, "").toLowerCase())) return "This host is not served here: call 127.0.0.1 or localhost.";
  return isFromOtherOrigin(request, host) ? "Pages of other origins may not call this." : undefined;
}

/** Whether a browser sends the request for a page of another origin. A link to a page of the simulator is permitted. */
function isFromOtherOrigin({ headers }: IncomingMessage, host: string): boolean {
  // Pages of files and of sandboxes have the opaque origin `null`.
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host.toLowerCase()}`) return true;
  // Images, scripts and frames are requested without `Origin`. Another port of this machine is `same-site`.
  const site = headers["sec-fetch-site"];
  const isLink = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return (site === "cross-site" || site === "same-site") && !isLink;
}

function respondWithJson(response: ServerResponse, { status, body }: AdminResponse): void {
  const headers = { "content-type": "application/json; charset=utf-8", "x-content-type-options": "nosniff", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body, undefined, 2));
}

function headersOf({ headers }: IncomingMessage): HttpRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]));
}

async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Without an encoding, the stream yields buffers; its type does not express this.
  for await (const bytes of request as AsyncIterable<Buffer>) {
    length += bytes.length;
    if (length > limit) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

function respondWithError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ Code: "Simulator", Message: message }));
}
