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
 * The endpoints that the stored part of a configuration chose for credentials that it does not hold itself: whoever wrote it could have them sent anywhere.
 * The vendor's hosts and loopback are trusted; so is what the environment names.
 * @returns a failure for each endpoint; none when the configuration can be used
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

/** Whether credentials stand in the stored configuration as a whole: a profile or a role only names what the machine holds. */
function isStored(choice: CredentialsChoice): boolean {
  if (choice.kind === "role") return isStored(choice.base);
  return choice.kind === "key" && choice.origin === "stored";
}

function isTrusted(url: string): boolean {
  const { hostname } = new URL(url);
  return isVendorHost(hostname) || isLoopback(hostname);
}
