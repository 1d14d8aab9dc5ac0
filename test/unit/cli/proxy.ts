import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on loopback that rejects every request, and the requested hosts. */
export async function proxyThatRefuses() {
  const hosts: string[] = [];
  const server = createServer((_request, response) => response.writeHead(403).end());
  server.on("connect", (request, socket) => {
    hosts.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    hosts,
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: undefined, RESOURCESHARE_MAX_ATTEMPTS: "1" },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
