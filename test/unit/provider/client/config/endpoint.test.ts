import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { defaultEndpoint, isLoopback, isRegion, isVendorHost } from "../../../../../provider/client/config/endpoint.ts";
import { InputError } from "../../../../../provider/kernel/errors.ts";

const checked = (endpoint: string) => readConfiguration({ endpoint }, {}, { trustsEndpoints: true }).endpoint;

test.each([
  ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
  ["http://127.1:80/", "http://127.0.0.1"],
  ["http://127.255.255.254", "http://127.255.255.254"],
  ["http://2130706433:1", "http://127.0.0.1:1"],
  ["http://0x7f.1", "http://127.0.0.1"],
  ["http://0177.0.0.1", "http://127.0.0.1"],
  ["http://LOCALHOST:1", "http://localhost:1"],
  ["http://[::1]:1", "http://[::1]:1"],
  ["http://[0:0::0:1]", "http://[::1]"],
  ["HTTPS://Host.example:443", "https://host.example"],
])("resolves the endpoint %s to %s", (text, endpoint) => {
  expect(checked(text)).toBe(endpoint);
});

// (promise P-plain-http)
test.each([
  "http://localhost.evil.com",
  "http://127.0.0.1.evil.com",
  "http://127.0.0.1%2eevil.com",
  "http://127.0.0.1@evil.com",
  "http://localhost:80@evil.com",
  "http://user:word@127.0.0.1",
  "https://user@host.example",
  "http://evil.com#127.0.0.1",
  "http://evil.com?127.0.0.1",
  "http://evil.com\\@127.0.0.1",
  "http://localhost.",
  "http://localhosts",
  "http://0.0.0.0",
  "http://[::]",
  "http://[::ffff:127.0.0.1]",
  "http://128.0.0.1",
  "http://2147483649",
  "http://10.0.0.1",
  "http://169.254.169.254",
  "ftp://127.0.0.1",
  "file:///etc/hosts",
  "127.0.0.1:4010",
  "https://host.example/path",
  "https://host.example?a=b",
])("rejects %j as an endpoint", (text) => {
  expect(() => checked(text)).toThrow(InputError);
});

// (promise P-plain-http)
test("resolves any text as an endpoint to an encrypted connection, to this machine, or to an error", () => {
  const hosts = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.domain(),
    fc.constantFrom("localhost", "127.1"),
  );
  const urls = fc
    .tuple(
      fc.constantFrom("http://", "https://", "HTTP:", "//", ""),
      fc.constantFrom("", "a@", "localhost@"),
      hosts,
      fc.constantFrom("", ":1", "/", "?x", "\\", ".evil.com"),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(urls, fc.string(), fc.webUrl()), (text) => {
      const endpoint = acceptedOf(text);
      if (endpoint === undefined) return;
      const { protocol, hostname, username, password, origin } = new URL(endpoint);
      expect([origin, username, password]).toEqual([endpoint, "", ""]);
      expect(protocol === "https:" || isLoopback(hostname)).toBe(true);
    }),
    { seed: 7, numRuns: 3000 },
  );
});

function acceptedOf(text: string): string | undefined {
  try {
    return checked(text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return undefined;
  }
}

// (promise P-region-host)
test("never resolves a region to a host outside the vendor's", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.domain(),
    fc.stringMatching(/^[a-z0-9-]{1,70}$/),
    fc.constantFrom("x.evil.com/", "x.evil.com#", "evil.com/?", "x@evil.com:443/", "x\n", "oss-cn-hangzhou", "cn-hangzhou%2eevil.com", ""),
  );
  fc.assert(
    fc.property(texts, (region) => {
      for (const service of ["resourcesharing", "sts"] as const) {
        const url = usualOf(service, region);
        if (url !== undefined) expect([isVendorHost(new URL(url).hostname), new URL(url).origin]).toEqual([true, url]);
      }
    }),
    { seed: 7, numRuns: 1000 },
  );
  expect(usualOf("sts", "cn-hangzhou")).toBe("https://sts.cn-hangzhou.aliyuncs.com");
  for (const storage of ["oss", "oss-cn-hangzhou", "vpc100-oss-cn-hangzhou", "cn-oss", "img-cn-hangzhou"]) {
    expect([usualOf("sts", storage), isVendorHost(`sts.${storage}.aliyuncs.com`)]).toEqual([undefined, false]);
  }
});

function usualOf(service: "resourcesharing" | "sts", region: string): string | undefined {
  return isRegion(region) ? defaultEndpoint(service, region) : undefined;
}
