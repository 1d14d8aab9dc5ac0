import type { Failure } from "../../kernel/errors.ts";
import type { Configuration, CredentialsChoice } from "./configuration.ts";
import { isLoopback, isVendorHost } from "./endpoint.ts";
import type { Environment } from "./config-reader.ts";

const variables = {
  endpoint: "RESOURCESHARE_ENDPOINT",
  stsEndpoint: "RESOURCESHARE_STS_ENDPOINT",
  deviceEndpoint: "RESOURCESHARE_DEVICE_ENDPOINT",
} as const;

/**
 * Finds stored endpoints that would receive credentials from outside the stored configuration: its author could send them anywhere.
 * The vendor's hosts, loopback addresses and endpoints from the environment are trusted.
 * @returns a failure for each untrusted endpoint; empty when the configuration can be used
 */
export function untrustedEndpoints(configuration: Configuration, environment: Environment): Failure[] {
  const choices = [configuration.account, ...configuration.accounts.values()].map(({ credentials }) => credentials);
  const tokens = [environment["RESOURCESHARE_DEVICE_ACCESS_TOKEN"], environment["RESOURCESHARE_DEVICE_REFRESH_TOKEN"]];
  if (choices.every(isStored) && !tokens.some(Boolean)) return [];
  return (["endpoint", "stsEndpoint", "deviceEndpoint"] as const).flatMap((property) => {
    const url = configuration[property];
    if (url === undefined || environment[variables[property]] || isTrusted(url)) return [];
    const reason = `leads to ${url}, which is neither a host of the vendor nor this machine, and would be called with credentials that are not stored beside it; nothing was sent`;
    return [{ property, reason }];
  });
}

/** Whether the stored configuration contains the credentials. A profile or a role only refers to credentials of the host. */
function isStored(choice: CredentialsChoice): boolean {
  if (choice.kind === "role") return isStored(choice.base);
  return choice.kind === "key" && choice.origin === "stored";
}

function isTrusted(url: string): boolean {
  const { hostname } = new URL(url);
  return isVendorHost(hostname) || isLoopback(hostname);
}
