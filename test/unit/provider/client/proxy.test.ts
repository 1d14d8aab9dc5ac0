import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { DeleteResourceShare } from "../../../../provider/api/shares.ts";
import { createClient } from "../../../../provider/client/create-client.ts";
import { proxyFor, proxyLabel } from "../../../../provider/client/proxy.ts";
import { createHttpTransport } from "../../../../provider/client/undici.ts";
import { type Clock, systemClock } from "../../../../provider/kernel/clock.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { systemRandom } from "../../../../provider/kernel/random.ts";
import { key, rejection } from "./fixture.ts";
import { closedHost, listen } from "./listening.ts";
import { clientDefaults } from "../../../support/client-defaults.ts";

const service = "https://service.example";
const proxyIn = (environment: NodeJS.ProcessEnv, url = service) => proxyFor(new URL(url), environment);
const proxyOf = (environment: NodeJS.ProcessEnv) => proxyIn(environment)?.url.href;

describe("proxyFor", () => {
  it("reads a proxy without a scheme as an HTTP proxy", () => {
    expect(proxyOf({ HTTPS_PROXY: "proxy.example:3128" })).toBe("http://proxy.example:3128/");
    expect(proxyOf({ HTTPS_PROXY: " 10.0.0.1:3128 " })).toBe("http://10.0.0.1:3128/");
    expect(proxyOf({ HTTPS_PROXY: "user:word@proxy.example" })).toBe("http://user:word@proxy.example/");
    expect(proxyOf({ HTTPS_PROXY: "https://proxy.example" })).toBe("https://proxy.example/");
  });

  it("prefers HTTPS_PROXY to HTTP_PROXY, and lower case to upper case", () => {
    expect(proxyOf({ HTTPS_PROXY: "a", HTTP_PROXY: "b" })).toBe("http://a/");
    expect(proxyOf({ HTTP_PROXY: "b" })).toBe("http://b/");
    expect(proxyOf({ HTTPS_PROXY: "a", https_proxy: "c" })).toBe("http://c/");
    expect(proxyOf({ HTTPS_PROXY: "" })).toBeUndefined();
    expect(proxyOf({})).toBeUndefined();
  });

  // (promise P-proxies)
  it.each(["canary secret", "http://", "ftp://canary.example", "http://canary%zz:word@proxy.example", "http://proxy.example:canary"])(
    "names the variable of a proxy that cannot be used, and not its value: %s",
    (value) => {
      for (const variable of ["HTTPS_PROXY", "https_proxy"]) {
        const refused = () => proxyIn({ [variable]: value });
        expect(refused).toThrow(InputError);
        expect(refused).toThrow(new RegExp(`^${variable}: must .*; nothing was sent$`));
        expect(refused).not.toThrow(/canary/);
      }
    },
  );

  // (promise P-proxies)
  it.each<[string, string, boolean]>([
    ["*", service, true],
    ["other.example, *", service, true],
    ["service.example", service, true],
    ["Service.Example.", service, true],
    ["service.example", "https://service.example./", true],
    [".service.example", service, true],
    ["*.service.example", service, false],
    ["other.example *.example", service, true],
    ["example", service, true],
    ["ice.example", service, false],
    ["service.example.com", service, false],
    ["service.example:443", service, true],
    ["service.example:8443", service, false],
    ["*:8443", "https://service.example:8443", true],
    ["[fd00::1]:443,other", "https://[fd00::1]", true],
    ["[fd00::1]", "https://[fd00::1]", true],
    ["fd00::1", "https://[fd00::1]", true],
    ["fd00::2", "https://[fd00::1]", false],
    [" , ,", service, false],
  ])("reads NO_PROXY %j for %s: exempt %s", (list, url, isExempt) => {
    expect(proxyIn({ HTTPS_PROXY: "proxy.example", no_proxy: list }, url) === undefined).toBe(isExempt);
    // A proxy that is not used cannot be wrong.
    const malformed = () => proxyIn({ HTTPS_PROXY: "canary secret", NO_PROXY: list }, url);
    if (isExempt) expect(malformed()).toBeUndefined();
    else expect(malformed).toThrow(/^HTTPS_PROXY: must be the URL/);
  });

  it("labels a proxy by variable, host and port, never by its credentials", () => {
    const proxy = proxyIn({ HTTPS_PROXY: "user:canary@proxy.example:3128" });
    expect(proxy && proxyLabel(proxy)).toBe("the proxy proxy.example:3128 of HTTPS_PROXY");
  });
});

describe("a call through a proxy", () => {
  /** The error of a write that is sent once. */
  async function remove(environment: NodeJS.ProcessEnv, clock: Clock = systemClock): Promise<unknown> {
    const http = createHttpTransport(environment);
    const { call } = createClient(clientDefaults({ ...parts, clock, transport: http }));
    return rejection(call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
  }

  const parts = {
    region: "cn-hangzhou",
    endpoint: "https://service.invalid",
    credentials: async () => key,
    random: systemRandom,
    log: silentLog,
    maxAttempts: 1,
  };

  it("uses the proxy that the variable has at the time of the request", async () => {
    const asked: string[] = [];
    const proxyNamed = (name: string) => {
      const proxy = createServer();
      proxy.on("connect", (_request, socket) => {
        asked.push(name);
        socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      });
      return listen(proxy);
    };
    const addresses = { first: await proxyNamed("first"), second: await proxyNamed("second") };
    const environment: NodeJS.ProcessEnv = {};
    const http = createHttpTransport(environment);
    const request = () => rejection(http({ method: "POST", url: "https://service.invalid/", headers: {}, body: "" }));
    for (const address of [undefined, addresses.first, addresses.second, addresses.first]) {
      environment["HTTPS_PROXY"] = address;
      await request();
    }
    environment["NO_PROXY"] = "service.invalid";
    await request();
    expect(asked).toEqual(["first", "second", "first"]);
  });

  // (promise P-proxies)
  it("names a proxy that cannot be reached without its credentials, and reports no effect", async () => {
    const host = await closedHost();
    const error = await remove({ HTTPS_PROXY: `http://user:canary@${host}` });
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(`the connection was refused (service.invalid with the proxy ${host} of HTTPS_PROXY, ECONNREFUSED)`);
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });

  it.each<[string, Parameters<typeof createSocketServer>[1]]>([
    ["hangs up", (socket) => void socket.on("data", () => socket.destroy())],
    ["answers something that is not HTTP", (socket) => void socket.on("data", () => socket.end("garbage\r\n\r\n"))],
  ])("names a proxy that %s, and reports no effect", async (_name, answer) => {
    const host = await listen(createSocketServer(answer));
    const error = await remove({ https_proxy: host });
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(`service.invalid with the proxy ${host} of https_proxy`);
    expect(String(error)).not.toContain("may have taken effect");
  });

  it("names a proxy that never answers within the time, and reports no effect", async () => {
    let ring = () => {};
    const clock = { ...systemClock, setTimer: (_ms: number, wake: () => void) => ((ring = wake), () => undefined) };
    // The deadline passes as soon as the proxy has received the request.
    const host = await listen(createSocketServer((socket) => void socket.on("error", () => undefined).on("data", () => ring())));
    const error = await remove({ HTTPS_PROXY: host }, clock);
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(
      `no answer within 30 s, the value of \`requestTimeoutSeconds\`: the connection did not open (service.invalid with the proxy ${host} of HTTPS_PROXY)`,
    );
  });
});
