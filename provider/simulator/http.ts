import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpRequest } from "../wire/transport.ts";
import { handleAdminRequest } from "./admin/admin.ts";
import type { Simulator } from "./simulator.ts";

const bodyLimit = 1024 * 1024;
const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** A simulator that {@link serve} has started. */
export interface Served {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

/**
 * Serves a simulator over HTTP on the loopback interface. All services share one port; the admin interface is below `/_simulator/`.
 * @param options.port a free port when absent
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
export function serve(
  simulator: Simulator,
  options: { readonly port?: number; readonly host?: "127.0.0.1" | "::1" } = {},
): Promise<Served> {
  const host = options.host ?? "127.0.0.1";
  const server = createServer((request, response) => {
    handle(simulator, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, () => {
      // `address()` returns a string only for pipes and Unix sockets.
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      resolve({ url: `http://${host === "::1" ? "[::1]" : host}:${port}`, port, close });
    });
  });
}

async function handle(simulator: Simulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = request.headers.host ?? "";
  // Protects against DNS rebinding: a web page may not reach this port under its own host name.
  if (!loopbackNames.has(host.replace(/:\d+$/, "").toLowerCase())) return respondWithError(response, 403, "This host is not served here.");
  // Browsers send `Origin`: requests from pages of another origin, or of the opaque origin `null`, are rejected.
  const { origin } = request.headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return respondWithError(response, 403, "Pages of other origins may not call this.");
  }
  const body = await readBody(request);
  if (body === undefined) return respondWithError(response, 413, "The body is too large.");
  const httpRequest = toRequest(request, host, body);
  if (new URL(httpRequest.url).pathname.startsWith("/_simulator/")) {
    const adminResponse = handleAdminRequest(simulator, { ...httpRequest, method: request.method ?? "GET" });
    response
      .writeHead(adminResponse.status, { "content-type": "application/json; charset=utf-8" })
      .end(JSON.stringify(adminResponse.body, undefined, 2));
    return;
  }
  if (request.method !== "GET" && request.method !== "POST") return respondWithError(response, 405, "Only GET and POST are served here.");
  const delivery = simulator.deliver(httpRequest);
  if (delivery.kind === "hang") return;
  if (delivery.kind === "broken") return void request.socket.destroy();
  if (delivery.delayMs > 0) await simulator.clock.sleep(delivery.delayMs);
  const { status, headers, body: text } = delivery.response;
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  if (delivery.kind === "answer") return void response.end(text);
  response.write(text.slice(0, Math.floor(text.length / 2)), () => request.socket.destroy());
}

function toRequest(request: IncomingMessage, host: string, body: string): HttpRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]),
  );
  return { method: request.method === "GET" ? "GET" : "POST", url: `http://${host}${request.url ?? "/"}`, headers, body };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Without an encoding, the stream yields buffers; its type does not express this.
  for await (const bytes of request as AsyncIterable<Buffer>) {
    length += bytes.length;
    if (length > bodyLimit) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

function respondWithError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ Code: "Simulator", Message: message }));
}
