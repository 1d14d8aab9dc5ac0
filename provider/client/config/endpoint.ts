import { InputError } from "../../kernel/errors.ts";

/**
 * The hosts at which the vendor serves its APIs (assumption S-endpoint). Not every name below `aliyuncs.com` is one: buckets and load balancers of its customers
 * have such names, too.
 */
const vendorHosts: readonly RegExp[] = [
  /^(resourcesharing|sts)(-vpc)?(\.(?!oss-)[a-z0-9-]+)?\.aliyuncs\.com$/, // with or without a region; a customer names a bucket in front of `oss-<region>`
  /^openapi\.aligenie\.com$/,
];

/** Whether a host name of a URL is one of the vendor's APIs. */
export function isVendorHost(hostname: string): boolean {
  return vendorHosts.some((host) => host.test(hostname));
}

/** Whether a text can be the id of a region: one label of a host name, so that no other host can be made with it. */
export function isRegion(text: string): boolean {
  return /^(?!oss-)[a-z0-9-]{1,63}$/.test(text);
}

/** The usual endpoint of a service in a region (assumption S-endpoint). Throws an InputError that names `region` when that is no region's id. */
export function defaultEndpoint(service: "resourcesharing" | "sts", region: string): string {
  if (!isRegion(region)) throw InputError.of("region", `"${region}" is not the id of a region, such as cn-hangzhou`);
  return `https://${service}.${region}.aliyuncs.com`;
}

/** Where the identity service answers: on this machine under the same address as the service, elsewhere it is the vendor's (assumption S-identity). */
export function stsEndpointOf(
  { endpoint, stsEndpoint }: { readonly endpoint?: string | undefined; readonly stsEndpoint?: string | undefined },
  region: string,
): string {
  if (stsEndpoint !== undefined) return stsEndpoint;
  if (endpoint !== undefined && isLoopback(new URL(endpoint).hostname)) return endpoint;
  return defaultEndpoint("sts", region);
}

/**
 * An endpoint as it is used: `https://host[:port]`, or `http://` to a loopback address only. Throws an InputError that names `property` when it
 * is anything else, also when it holds credentials, a path or a query.
 */
export function checkedEndpoint(property: string, text: string): string {
  const refuse = (reason: string) => InputError.of(property, reason);
  if (!URL.canParse(text)) throw refuse('must be a URL such as "https://resourcesharing.cn-hangzhou.aliyuncs.com"');
  const url = new URL(text);
  if (url.username || url.password) throw refuse("must not contain credentials");
  if (url.search || url.hash || url.pathname !== "/") throw refuse("must end after the host and the port: no path, no query");
  if (url.protocol === "https:") return url.origin;
  if (url.protocol === "http:" && isLoopback(url.hostname)) return url.origin;
  throw refuse("must begin with https://; http:// is for a loopback address only, such as 127.0.0.1 or localhost");
}

/** Whether a host name of a URL is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Throws an InputError when Node is told to believe every certificate: anybody could then read and change what is sent. */
export function assertTlsVerified(environment: Readonly<Record<string, string | undefined>>): void {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return;
  throw InputError.of(
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "is 0, which would let anybody read and change what is sent; unset it, and name a private authority in NODE_EXTRA_CA_CERTS instead",
  );
}
