import { InputError } from "../../kernel/errors.ts";

/** A region's id, such as cn-hangzhou. A customer names a bucket in front of the object storage's domains, which hold `oss` or begin with `img-`. */
const regionId = String.raw`(?!(?:[a-z0-9-]*-)?oss(?:-|\b))(?!img-)[a-z]{2,}-[a-z0-9-]{1,60}`;

/**
 * The hosts of the vendor's APIs (assumption S-endpoint).
 * Not every name below `aliyuncs.com` is one: the buckets and load balancers of customers have such names, too.
 */
const vendorHosts: readonly RegExp[] = [
  new RegExp(String.raw`^(resourcesharing|sts)(-vpc)?(\.${regionId})?\.aliyuncs\.com$`), // with or without a region
  /^openapi\.aligenie\.com$/,
];

/** Whether a URL's host name is a host of the vendor's APIs. */
export function isVendorHost(hostname: string): boolean {
  return vendorHosts.some((host) => host.test(hostname));
}

/** Whether a text can be the id of a region: one label of a host name, so that it cannot change the domain of an endpoint. */
export function isRegion(text: string): boolean {
  return new RegExp(`^${regionId}$`).test(text);
}

/** The vendor's endpoint of a service in a region, which must be one by {@link isRegion} (assumption S-endpoint). */
export function defaultEndpoint(service: "resourcesharing" | "sts", region: string): string {
  return `https://${service}.${region}.aliyuncs.com`;
}

/** The endpoint of the identity service: a loopback `endpoint` serves it too, otherwise it is the vendor's (assumption S-identity). */
export function stsEndpointOf(
  { endpoint, stsEndpoint }: { readonly endpoint?: string | undefined; readonly stsEndpoint?: string | undefined },
  region: string,
): string {
  if (stsEndpoint !== undefined) return stsEndpoint;
  if (endpoint !== undefined && isLoopback(new URL(endpoint).hostname)) return endpoint;
  return defaultEndpoint("sts", region);
}

/** Returns what is wrong with an endpoint. It must be `https://host[:port]`, or `http://` to a loopback address, without credentials, path or query. */
export function endpointProblem(text: string): string | undefined {
  // A parser takes the host of a text without slashes for the protocol.
  if (!text.includes("//") || !URL.canParse(text)) return "must be a URL, as https://HOST or http://127.0.0.1:PORT";
  const url = new URL(text);
  if (url.username || url.password) return "must not contain credentials";
  if (url.search || url.hash || url.pathname !== "/") return "must end after the host and the port: no path, no query";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return undefined;
  return "must begin with https://; http:// is for a loopback address only, such as 127.0.0.1 or localhost";
}

/** Whether a URL's host name is a loopback address: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Throws an InputError when Node is configured to accept every certificate: requests could then be read and changed on their way. */
export function assertTlsVerified(environment: Readonly<Record<string, string | undefined>>): void {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return;
  throw InputError.of(
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "is 0, so that others could read and change requests; unset it, and name a private authority in NODE_EXTRA_CA_CERTS instead",
  );
}
