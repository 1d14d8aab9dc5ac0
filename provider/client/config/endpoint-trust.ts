import type { Failure } from "../../kernel/errors.ts";
import { configurationKeys } from "./configuration-keys.ts";
import type { ConfigurationSources } from "./configuration-sources.ts";
import { isLoopback, isVendorHost } from "./endpoint.ts";

const endpointKeys = Object.keys(configurationKeys).filter((key) => /endpoint$/i.test(key));

/**
 * Returns a failure for each stored endpoint that must not receive credentials from outside the stored configuration: its author could send
 * them anywhere. The vendor's hosts, loopback addresses and endpoints from the environment are trusted.
 */
export function untrustedEndpoints(sources: ConfigurationSources, values: Readonly<Record<string, unknown>>): Failure[] {
  return endpointKeys.flatMap((key) => {
    const url = values[key];
    if (typeof url !== "string" || sources.originOf(key) !== "stored") return [];
    const { hostname } = new URL(url);
    if (isVendorHost(hostname) || isLoopback(hostname)) return [];
    const reason =
      `leads to ${url}, which is neither a host of the vendor nor this machine, and would be called with credentials that are not stored ` +
      `beside it; nothing was sent. If that is intended, set ${sources.nameAt("environment", key)} to it, or add --trust-endpoints to the command`;
    return [{ property: sources.nameOf(key), reason }];
  });
}
