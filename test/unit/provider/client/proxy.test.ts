import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../../../provider/kernel/clock.ts";
import { closedHost, failedRemoval, listen } from "./listening.ts";

/** The error of a write that is sent once to another machine. */
const remove = (environment: NodeJS.ProcessEnv, clock: Clock = systemClock) =>
  failedRemoval("https://service.invalid", environment, { clock, maxAttempts: 1 });

describe("a call through a proxy", () => {
  /** Returns what each proxy was asked for, in order. */
  async function asked(environment: NodeJS.ProcessEnv): Promise<string[]> {
    const names: string[] = [];
    const proxyNamed = (name: string) => {
      const proxy = createServer();
      proxy.on("connect", ({ headers }, socket) => {
        names.push(`${name}${headers["proxy-authorization"] ?? ""}`);
        socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      });
      return listen(proxy);
    };
    const [one, two] = [await proxyNamed("one"), await proxyNamed("two")];
    const addressed = JSON.stringify(environment).replace("ONE", one).replace("TWO", two);
    await remove(JSON.parse(addressed));
    return names;
  }

  // (promise P-proxies)
  it.each<[NodeJS.ProcessEnv, string[]]>([
    [{ HTTPS_PROXY: "ONE" }, ["one"]],
    [{ HTTPS_PROXY: " http://ONE " }, ["one"]],
    [{ HTTPS_PROXY: "user:word@ONE" }, [`oneBasic ${btoa("user:word")}`]],
    [{ HTTPS_PROXY: "ONE", https_proxy: "TWO" }, ["two"]],
    [{ HTTPS_PROXY: "ONE", HTTP_PROXY: "TWO" }, ["one"]],
    [{ HTTPS_PROXY: "", HTTP_PROXY: "TWO" }, ["two"]],
    [{ HTTPS_PROXY: "ONE", NO_PROXY: "other.example" }, ["one"]],
    [{ HTTPS_PROXY: "ONE", NO_PROXY: "service.invalid" }, []],
    [{ HTTPS_PROXY: "ONE", NO_PROXY: "service.invalid", no_proxy: "other.example" }, ["one"]],
  ])("sends a call with the proxy variables %o through %o", async (environment, names) => {
    expect(await asked(environment)).toEqual(names);
  });

  // (promise P-proxies)
  it.each(["canary secret", "http://", "ftp://canary.example", "http://canary%zz:word@proxy.example", "http://proxy.example:canary"])(
    "names the variable of a proxy that cannot be used, and not its value: %s",
    async (value) => {
      for (const variable of ["HTTPS_PROXY", "https_proxy"]) {
        const error = await remove({ [variable]: value });
        expect(String(error)).toMatch(new RegExp(`^InputError: ${variable}: must be the URL of a proxy.*; nothing was sent$`));
        expect(inspect(error, { depth: 10 })).not.toContain("canary");
      }
    },
  );

  // (promise P-proxies)
  it("names a proxy that cannot be reached without its credentials, and reports that the call had no effect", async () => {
    const host = await closedHost();
    const error = await remove({ HTTPS_PROXY: `http://user:canary@${host}` });
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(`the connection was refused (service.invalid with the proxy of HTTPS_PROXY, ECONNREFUSED)`);
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });

  it.each<[string, Parameters<typeof createSocketServer>[1]]>([
    ["hangs up", (socket) => void socket.on("data", () => socket.destroy())],
    ["answers something that is not HTTP", (socket) => void socket.on("data", () => socket.end("garbage\r\n\r\n"))],
  ])("names a proxy that %s, and reports that the call had no effect", async (_name, answer) => {
    const host = await listen(createSocketServer(answer));
    const error = await remove({ https_proxy: host });
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(`service.invalid with the proxy of https_proxy`);
    expect(String(error)).not.toContain("may have taken effect");
  });

  it("names a proxy that does not answer before the timeout, and reports that the call had no effect", async () => {
    let ring = () => {};
    const clock = { ...systemClock, setTimer: (_ms: number, wake: () => void) => ((ring = wake), () => undefined) };
    // The deadline passes as soon as the proxy has received the request.
    const host = await listen(createSocketServer((socket) => void socket.on("error", () => undefined).on("data", () => ring())));
    const error = await remove({ HTTPS_PROXY: host }, clock);
    expect(error).toMatchObject({ name: "TransportError", ambiguous: false });
    expect(String(error)).toContain(
      `no answer within 30 s, the value of \`requestTimeoutSeconds\`: the connection did not open (service.invalid with the proxy of HTTPS_PROXY)`,
    );
  });
});
