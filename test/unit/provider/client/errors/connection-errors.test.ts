import { describe, expect, it } from "vitest";
import { connectionError } from "../../../../../provider/client/errors/connection-errors.ts";
import { PermanentConnectionError } from "../../../../../provider/client/errors/failures.ts";
import { OversizedResponseError, UnsentRequestError } from "../../../../../provider/wire/transport.ts";

const failed = (code: string, more: object = {}) => Object.assign(new Error("Node's message"), { code, ...more });

const explained = (error: unknown, route = "host:1", isBegun = true) => connectionError(error, route, { isBegun, status: 200 });

describe("a failed connection", () => {
  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"])(
    "classifies %s as a connection error that sent nothing and that a retry may fix",
    (code) => {
      const error = explained(failed(code));
      expect(error.constructor).toBe(UnsentRequestError);
      expect(error.message).toContain(`(host:1, ${code})`);
    },
  );

  it("stops retrying an endpoint on this machine that refuses connections, and not one elsewhere", () => {
    const routes = ["127.0.0.1:4010", "localhost:4010", "[::1]:4010", "example.com with the proxy of HTTPS_PROXY"];
    const hopeless = routes.map((route) => explained(failed("ECONNREFUSED"), route) instanceof PermanentConnectionError);
    expect(hopeless).toEqual([true, true, true, false]);
  });

  it.each(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "EWHATEVER"])(
    "classifies %s as a connection error that may have sent the request, once its writing has begun",
    (code) => {
      expect(explained(failed(code)).constructor).toBe(Error);
      expect(explained(failed(code), "host:1", false).constructor).toBe(UnsentRequestError);
    },
  );

  it.each([
    [
      "ECONNREFUSED",
      "127.0.0.1:4010",
      "nothing listens there: start the simulated service (`npx --no -- resourceshare simulate`, or `npm start` in a clone), or correct what names it, `endpoint` or `deviceEndpoint`",
    ],
    ["ECONNREFUSED", "example.com", "check the endpoint, or the proxy where one is named"],
    ["ENOTFOUND", "example.com", "check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed"],
    ["EAI_AGAIN", "example.com", "check the endpoint or the region, the network of this machine, and HTTPS_PROXY where one is needed"],
    ["EHOSTUNREACH", "example.com", undefined],
    [
      "ENOTFOUND",
      "example.com with the proxy of HTTPS_PROXY",
      "the proxy failed, and not the endpoint: check the address in HTTPS_PROXY, and whether the proxy runs",
    ],
    [
      "ECONNREFUSED",
      "example.com with the proxy of HTTPS_PROXY, unless NO_PROXY exempts it",
      "check the endpoint, or the proxy where one is named",
    ],
    ["EPROTO", "127.0.0.1:4010", "the simulated service answers http:// only: write http://127.0.0.1:4010 as the endpoint"],
    ["EPROTO", "example.com", undefined],
  ])("advises about the connection error %s at %s", (code, route, hint) => {
    expect(explained(failed(code), route).message.split(`(${route}, ${code})`)[1]).toBe(hint === undefined ? "" : `; ${hint}`);
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
    const error = explained(failed(code));
    expect(error).toBeInstanceOf(PermanentConnectionError);
    expect(error.message).toContain("certificate of the service is not trusted");
  });

  it.each([
    [failed("EPROTO"), "TLS"],
    [failed("ERR_SSL_WRONG_VERSION_NUMBER"), "TLS"],
    [failed("UND_ERR_PRX_TLS"), "proxy"],
    [failed("UND_ERR_PRX_CONN"), "proxy"],
    [new Error("Proxy response (403) !== 200 when HTTP Tunneling"), "proxy"],
  ])("classifies the connection error %o as permanent and names the %s", (error, word) => {
    const permanent = explained(error);
    expect(permanent).toBeInstanceOf(PermanentConnectionError);
    expect(permanent.message).toContain(word);
  });

  it("classifies a reset during the connect as a request that was not sent", () => {
    const error = Object.assign(new Error("Client network socket disconnected before secure TLS connection was established"), {
      code: "ECONNRESET",
    });
    expect(explained(error).constructor).toBe(UnsentRequestError);
  });

  it("reports a connection that timed out as possibly sent", () => {
    for (const syscall of ["read", "write"]) {
      const error = explained(failed("ETIMEDOUT", { syscall }));
      expect(error.constructor).toBe(Error);
      expect(error.message).toContain("the connection timed out");
    }
    expect(explained(failed("ETIMEDOUT", { syscall: "connect" }))).toBeInstanceOf(UnsentRequestError);
  });

  it("distinguishes a connection error from an answer that is not HTTP", () => {
    const parser = Object.assign(new Error("Expected HTTP/"), { name: "HTTPParserError" });
    for (const error of [failed("HPE_INVALID_CONSTANT"), parser]) {
      expect(explained(error).constructor).toBe(Error);
      expect(explained(error).message).toMatch(/^the answer is not HTTP \(host:1/);
    }
  });

  it("names the code of a connection error's cause when the error has none, and no code when neither has one", () => {
    const wrapped = new Error("fetch failed", { cause: new Error("more", { cause: failed("ECONNREFUSED") }) });
    expect(explained(wrapped).message).toBe(
      "the connection was refused (host:1, ECONNREFUSED); check the endpoint, or the proxy where one is named",
    );
    expect(explained(Object.assign(new Error("odd"), { code: 7 })).message).toBe("the connection failed (host:1)");
    expect(explained("a text").message).toBe("the connection failed (host:1)");
  });

  it("keeps the HTTP status of an answer that is too large, and no bytes of one that is not HTTP", () => {
    expect(explained(failed("UND_ERR_RES_EXCEEDED_MAX_SIZE"))).toEqual(
      new OversizedResponseError(200, "the answer is larger than 8 MB (host:1, UND_ERR_RES_EXCEEDED_MAX_SIZE)"),
    );
    expect(explained(failed("HPE_INVALID_CONSTANT", { data: "canary" })).cause).toBeUndefined();
  });
});
