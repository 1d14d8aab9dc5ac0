import { createServer } from "node:http";
import { listen } from "../../support/listen.ts";

/** A proxy on loopback that rejects every request, and the requested hosts. */
export async function proxyThatRefuses() {
  const hosts: string[] = [];
  const server = createServer((_request, response) => response.writeHead(403).end());
  server.on("connect", (request, socket) => {
    hosts.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  const listening = await listen(server);
  return {
    hosts,
    env: { HTTPS_PROXY: listening.url, NO_PROXY: undefined, RESOURCESHARE_MAX_ATTEMPTS: "1" },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return listening[Symbol.asyncDispose]();
    },
  };
}
