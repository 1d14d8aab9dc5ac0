import { InputError } from "../kernel/errors.ts";

/** A proxy that an environment variable configures. */
export interface Proxy {
  /** The name of the environment variable. */
  readonly variable: string;
  /** May contain credentials; use {@link proxyLabel} in messages. */
  readonly url: URL;
}

const protocols = ["http:", "https:", "socks:", "socks5:"];
const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * The proxy for requests to a URL; `undefined` when the connection is direct.
 * As in other programs, a lower-case variable overrides an upper-case one, and a proxy without a scheme is an HTTP proxy.
 * For HTTPS, `HTTPS_PROXY` overrides `HTTP_PROXY`.
 * @throws InputError that names the variable when its value is invalid
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): Proxy | undefined {
  const valueOf = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
  if (bypassesProxy(url, valueOf("NO_PROXY"))) return undefined;
  const names = url.protocol === "https:" ? ["HTTPS_PROXY", "HTTP_PROXY"] : ["HTTP_PROXY"];
  const name = names.find((other) => valueOf(other) !== "");
  if (name === undefined) return undefined;
  const variable = environment[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  return { variable, url: proxyUrl(variable, valueOf(name)) };
}

/** A proxy's variable, host and port, for messages; never its credentials. */
export function proxyLabel({ variable, url }: Proxy): string {
  return `the proxy ${url.host} of ${variable}`;
}

function proxyUrl(variable: string, value: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const refused = (reason: string) => InputError.of(variable, `${reason}; nothing was sent`);
  if (!URL.canParse(text)) throw refused("must be the URL of a proxy, such as http://proxy.example:3128");
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) throw refused("must be the URL of a proxy that begins with http://, https:// or socks5://");
  if (url.hostname === "") throw refused("must name the host of the proxy, as http://proxy.example:3128 does");
  if (!isDecodable(url.username) || !isDecodable(url.password)) throw refused("must have its user and password percent-encoded (% is %25)");
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Evaluates `NO_PROXY`: `name` includes its subdomains, `*.name` only the subdomains, `*` everything; each may have a port. */
function bypassesProxy({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = plainHost(hostname);
  const usedPort = port || defaultPorts[protocol];
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, name = entry, onlyPort] = /^([^:]+|\[.+\]):(\d+)$/.exec(entry) ?? [];
    if (name === "" || (onlyPort !== undefined && onlyPort !== usedPort)) return false;
    if (name === "*") return true;
    const domain = plainHost(name.replace(/^\*?\./, ""));
    return (host === domain && !name.startsWith("*")) || host.endsWith(`.${domain}`);
  });
}

/** A host name in lower case, without the brackets of an IPv6 address and the final period of a full name. */
function plainHost(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.+)\]$/, "$1")
    .replace(/(.)\.$/, "$1");
}
