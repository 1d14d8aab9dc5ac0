import { InputError } from "../kernel/errors.ts";

/** A proxy that an environment variable configures. */
export interface Proxy {
  /** The name of the environment variable. */
  readonly variable: string;
  /** May contain credentials; use {@link proxyLabel} in messages. */
  readonly url: URL;
}

const protocols = ["http:", "https:", "socks:", "socks5:"];

/**
 * The proxy for a request to another machine; `undefined` when there is none, or `NO_PROXY` exempts the host.
 * As in other programs, a lower-case variable overrides an upper-case one, `HTTPS_PROXY` overrides `HTTP_PROXY`, and a proxy without a
 * scheme is an HTTP proxy.
 * @throws InputError that names the variable when its value is invalid
 */
export function proxyFor(request: URL, environment: NodeJS.ProcessEnv): Proxy | undefined {
  const name = ["HTTPS_PROXY", "HTTP_PROXY"].find((other) => valueOf(environment, other) !== "");
  if (name === undefined || isExempt(request, valueOf(environment, "NO_PROXY"))) return undefined;
  const variable = environment[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  return { variable, url: proxyUrl(variable, valueOf(environment, name)) };
}

/** A proxy's variable, host and port, for messages; never its credentials. */
export function proxyLabel({ variable, url }: Proxy): string {
  return `the proxy ${url.host} of ${variable}`;
}

/** The value of a variable in lower or upper case; empty when it is not set. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name.toLowerCase()] ?? environment[name] ?? "").trim();
}

/**
 * Whether a list exempts the host of a request, with the rules of undici, which does not export them: `*`, a host or a domain with all
 * below it, or `*.domain` for what is below it alone; each for all ports or for one.
 */
function isExempt({ hostname, port }: URL, list: string): boolean {
  const host = hostname.replace(/\.$/, "");
  const ofPort = `:${port || "443"}`;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => (entry.endsWith(ofPort) ? entry.slice(0, -ofPort.length) : entry).replace(/^\.|\.$/g, ""))
    .some((name) => name === "*" || name === host || `[${name}]` === host || host.endsWith(name.replace(/^(\*\.)?/, ".")));
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
