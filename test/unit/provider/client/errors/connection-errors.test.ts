import { describe, expect, it } from "vitest";
import { connectionFailure } from "../../../../../provider/client/errors/connection-errors.ts";

const failed = (code: string, more: object = {}) => Object.assign(new Error("Node's message"), { code, ...more });

describe("a failed connection", () => {
  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"])(
    "classifies %s as a connection that sent nothing and may work the next time",
    (code) => {
      expect(connectionFailure(failed(code), "host:1")).toEqual({
        message: expect.stringContaining(`(host:1, ${code})`),
        reached: false,
        hopeless: false,
      });
    },
  );

  it("gives up an endpoint on this machine where no process listens, and not one elsewhere or behind a proxy", () => {
    const routes = ["127.0.0.1:4010", "localhost:4010", "[::1]:4010", "example.com", "127.0.0.1:1 with the proxy p:1 of HTTPS_PROXY"];
    const hopeless = routes.map((route) => connectionFailure(failed("ECONNREFUSED"), route).hopeless);
    expect(hopeless).toEqual([true, true, true, false, false]);
  });

  it.each(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "UND_ERR_RES_EXCEEDED_MAX_SIZE", "EWHATEVER"])(
    "classifies %s as a connection that may have sent the request",
    (code) => {
      expect(connectionFailure(failed(code), "host:1")).toMatchObject({ reached: true, hopeless: false });
    },
  );

  it.each([
    [
      "ECONNREFUSED",
      "127.0.0.1:4010",
      "nothing listens there: start the simulated service (`npx --no -- resourceshare simulate`, or `npm start` in a clone), or correct what names it, `endpoint` or `deviceEndpoint`",
    ],
    ["ECONNREFUSED", "example.com", "check the endpoint"],
    ["ECONNREFUSED", "example.com with the proxy p:1 of HTTPS_PROXY", "check the address of the proxy"],
    ["ENOTFOUND", "example.com", "check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed"],
    ["EAI_AGAIN", "example.com", "check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed"],
    ["EHOSTUNREACH", "example.com", undefined],
    ["ENOTFOUND", "example.com with the proxy p:1 of HTTPS_PROXY", "check the name of the proxy, and the network of this machine"],
  ])("says what to do about %s at %s", (code, route, hint) => {
    expect(connectionFailure(failed(code), route).message.split(`(${route}, ${code})`)[1]).toBe(hint === undefined ? "" : `; ${hint}`);
  });

  it.each([
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
    "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "HOSTNAME_MISMATCH",
    "INVALID_CA",
  ])("classifies %s as a certificate error that no retry fixes", (code) => {
    expect(connectionFailure(failed(code), "host:1")).toEqual({
      message: expect.stringMatching(/certificate of the service is not trusted/),
      reached: false,
      hopeless: true,
    });
  });

  it.each([
    [failed("EPROTO"), "TLS"],
    [failed("ERR_SSL_WRONG_VERSION_NUMBER"), "TLS"],
    [failed("UND_ERR_PRX_TLS"), "proxy"],
    [failed("UND_ERR_PRX_CONN"), "proxy"],
    [new Error("Proxy response (403) !== 200 when HTTP Tunneling"), "proxy"],
  ])("classifies %o as permanent and names the %s", (error, word) => {
    const { message, ...rest } = connectionFailure(error, "host:1");
    expect(message).toContain(word);
    expect(rest).toEqual({ reached: false, hopeless: true });
  });

  it("advises http:// where TLS fails on this machine, and not elsewhere", () => {
    expect(connectionFailure(failed("EPROTO"), "127.0.0.1:1").message).toMatch(/; the simulated service answers http:\/\/ only$/);
    expect(connectionFailure(failed("EPROTO"), "host:1").message).not.toContain("http://");
  });

  it("classifies a reset during the connect as nothing sent", () => {
    const error = Object.assign(new Error("Client network socket disconnected before secure TLS connection was established"), {
      code: "ECONNRESET",
    });
    expect(connectionFailure(error, "host:1")).toMatchObject({ reached: false, hopeless: false });
  });

  it("reports a connection that timed out as possibly sent", () => {
    for (const syscall of ["read", "write"]) {
      expect(connectionFailure(failed("ETIMEDOUT", { syscall }), "host:1")).toMatchObject({
        reached: true,
        message: /the connection timed out/,
      });
    }
    expect(connectionFailure(failed("ETIMEDOUT", { syscall: "connect" }), "host:1")).toMatchObject({ reached: false });
  });

  it("distinguishes a connection error from an answer that is not HTTP", () => {
    const parser = Object.assign(new Error("Expected HTTP/"), { name: "HTTPParserError" });
    for (const error of [failed("HPE_INVALID_CONSTANT"), parser]) {
      expect(connectionFailure(error, "host:1")).toMatchObject({ reached: true, message: /^the answer is not HTTP \(host:1/ });
    }
  });

  it("takes the code from the cause when the error has none, and works without one", () => {
    const wrapped = new Error("fetch failed", { cause: new Error("more", { cause: failed("ECONNREFUSED") }) });
    expect(connectionFailure(wrapped, "host:1").message).toBe("the connection was refused (host:1, ECONNREFUSED); check the endpoint");
    expect(connectionFailure(Object.assign(new Error("odd"), { code: 7 }), "host:1")).toEqual({
      message: "the connection failed (host:1)",
      reached: true,
      hopeless: false,
    });
    expect(connectionFailure("a text", "host:1").message).toBe("the connection failed (host:1)");
  });
});
