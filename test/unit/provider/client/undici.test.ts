import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, createServer as createSocketServer } from "node:net";
import { inspect, promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createHttpTransport } from "../../../../provider/client/undici.ts";
import { TransportError } from "../../../../provider/kernel/errors.ts";
import { Timeout, UnsentRequestError } from "../../../../provider/wire/transport.ts";
import { selfSigned } from "./certificate.ts";
import { rejection } from "./fixture.ts";
import { closedHost, failedRemoval, listen } from "./listening.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const serve = (handler: Handler) => listen(createServer(handler));
const post = (url: string, headers = {}, body = "") => ({ method: "POST", url, headers, body }) as const;

describe("undici", () => {
  it("sends method, path, headers and body of a request unchanged by the HTTP transport, and returns the answer unchanged", async () => {
    const host = await serve((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () =>
        response
          .writeHead(418, { "X-Acs-Retry-After": "7", "content-type": "text/plain" })
          .end(`${request.method} ${request.url} ${String(request.headers["x-acs-action"])} ${body}`),
      );
    });
    const answer = await createHttpTransport({})(post(`http://${host}/?A=b%20c`, { "x-acs-action": "Action", host }, "x=1"));
    expect(answer).toMatchObject({ status: 418, headers: { "x-acs-retry-after": "7" }, body: "POST /?A=b%20c Action x=1" });
  });

  it("keeps HTTP connections alive and never opens more than 64", async () => {
    const sockets = new Set<unknown>();
    const host = await serve((request, response) => {
      sockets.add(request.socket);
      setImmediate(() => response.end("{}"));
    });
    const transport = createHttpTransport({});
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 100 }, () => transport(post(`http://${host}/`))));
    expect(sockets.size).toBeLessThanOrEqual(64);
  });

  it("reports that a refused connection sent nothing", async () => {
    const error = await rejection(createHttpTransport({})(post(`http://${await closedHost()}/`)));
    expect(error).toBeInstanceOf(UnsentRequestError);
    expect(String(error)).toContain("the connection was refused");
  });

  it.each<[string, Handler]>([
    ["ends without an answer", (request) => request.socket.destroy()],
    [
      "breaks off in the middle of the answer",
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("{", () => response.destroy());
      },
    ],
  ])("reports an ambiguous failure when the HTTP connection %s", async (_name, handler) => {
    const host = await serve(handler);
    const error = await rejection(createHttpTransport({})(post(`http://${host}/`)));
    expect(error).not.toBeInstanceOf(UnsentRequestError);
    expect(String(error)).toContain("the connection ended before the whole answer had come");
  });

  it("reports an ambiguous failure when the answer is not HTTP", async () => {
    const host = await listen(createSocketServer((socket) => socket.end("garbage\r\n\r\n")));
    const error = await rejection(createHttpTransport({})(post(`http://${host}/`)));
    expect(error).not.toBeInstanceOf(UnsentRequestError);
    expect(String(error)).toContain("not HTTP");
  });

  // (promise P-answers)
  it("rejects an HTTP answer of more than 8 MB", async () => {
    let written = 0;
    const host = await serve((_request, response) => {
      const write = () => {
        written += 1;
        if (!response.destroyed) response.write(Buffer.alloc(1024 * 1024, 32), write);
      };
      write();
    });
    const error = await failedRemoval(`http://${host}`);
    expect(error).toMatchObject({ name: "ProtocolError", status: 200 });
    expect(String(error)).toContain("larger than 8 MB");
    // The connection's buffers hold more than was read.
    expect(written).toBeLessThan(50);
  });

  // (promise P-redirects)
  it("follows no HTTP redirect of the service", async () => {
    let followed = false;
    const elsewhere = await serve((_request, response) => {
      followed = true;
      response.end("{}");
    });
    const host = await serve((_request, response) => response.writeHead(302, { location: `http://${elsewhere}/` }).end());
    expect((await createHttpTransport({})(post(`http://${host}/`))).status).toBe(302);
    expect(followed).toBe(false);
  });

  it.each([new Error("enough"), new Timeout("late")])(
    "rejects an HTTP request with the signal's reason when the request has been sent: %s",
    async (reason) => {
      const stop = new AbortController();
      const host = await serve(() => stop.abort(reason));
      expect(await rejection(createHttpTransport({})(post(`http://${host}/`), stop.signal))).toBe(reason);
    },
  );

  it("sends each HTTP request once, without a retry of undici", async () => {
    let requests = 0;
    const host = await serve((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await rejection(createHttpTransport({})(post(`http://${host}/`)));
    await rejection(createHttpTransport({})({ ...post(`http://${host}/`), method: "GET" }));
    expect(requests).toBe(2);
  });
});

const serveTls = () => listen(createTlsServer(selfSigned, (_request, response) => response.end('{"RequestId":"R"}')));

describe("TLS", () => {
  // (promise P-certificates)
  it("rejects a TLS certificate of an unknown authority at once, as not sent", async () => {
    const error = await failedRemoval(`https://${await serveTls()}`);
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ ambiguous: false });
    expect(String(error)).toContain("certificate of the service is not trusted");
  });

  it("rejects an https endpoint whose server does not use TLS", async () => {
    const error = await failedRemoval(`https://${await serve((_request, response) => response.end("{}"))}`);
    expect(error).toMatchObject({ ambiguous: false });
    expect(String(error)).toContain("does not use TLS");
  });

  // (promise P-certificates)
  it("verifies certificates in spite of NODE_TLS_REJECT_UNAUTHORIZED", async () => {
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(String(await failedRemoval("https://resourcesharing.invalid", environment))).toMatch(
      /^InputError: NODE_TLS_REJECT_UNAUTHORIZED: is 0/,
    );
    expect(String(await failedRemoval(`https://${await serveTls()}`, environment))).toContain("certificate");
  });
});

// (promise P-plain-http)
it("sends nothing to another machine without TLS", async () => {
  const error = await rejection(createHttpTransport({})(post("http://service.invalid/")));
  expect(String(error)).toBe("InputError: endpoint: http://service.invalid must begin with https://; nothing was sent");
});

describe("proxy", () => {
  // (promise P-proxies)
  it("sends calls to other machines through the proxy, and none to this machine", async () => {
    const asked: string[] = [];
    const proxy = createServer((_request, response) => response.end("{}"));
    proxy.on("connect", (request, socket) => {
      asked.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    const host = await serve((_request, response) => response.end("{}"));
    const environment = { HTTPS_PROXY: `http://user:canary-secret@${await listen(proxy)}`, HTTP_PROXY: "http://127.0.0.1:1" };
    const transport = createHttpTransport(environment);
    expect((await transport(post(`http://${host}/`))).status).toBe(200);
    const error = await rejection(transport(post("https://service.invalid/")));
    expect(error).toBeInstanceOf(UnsentRequestError);
    expect(String(error)).toContain("proxy did not let the connection through");
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
    expect(asked).toEqual([`service.invalid:443 Basic ${Buffer.from("user:canary-secret").toString("base64")}`]);
  });

  // (promise P-certificates)
  it("tunnels TLS through the proxy and still verifies the service's certificate", async () => {
    const target = await serveTls();
    const proxy = createServer();
    proxy.on("connect", (_request, socket) => {
      const onward = connect(Number(target.split(":")[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
    });
    const error = await rejection(
      createHttpTransport({ HTTPS_PROXY: `http://${await listen(proxy)}` })(post("https://localhost.example/")),
    );
    expect(error).toBeInstanceOf(UnsentRequestError);
    expect(String(error)).toContain("certificate");
  });
});

describe("the process", () => {
  it("lets the process exit while HTTP connections are kept alive", async () => {
    const server = createServer((_request, response) => response.end("{}"));
    // The client keeps a connection as long as the server allows.
    server.keepAliveTimeout = 60_000;
    const host = await listen(server);
    const program = `
      const { httpTransport } = await import(${JSON.stringify(new URL("../../../../provider/client/undici.ts", import.meta.url).href)});
      const answer = await httpTransport({ method: "POST", url: "http://${host}/", headers: {}, body: "" });
      console.log(answer.status);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { timeout: 15_000 });
    expect(stdout.trim()).toBe("200");
  });
});
