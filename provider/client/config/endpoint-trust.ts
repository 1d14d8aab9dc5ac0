import type { Reader } from "./config-reader.ts";
import type { CredentialsChoice } from "./credentials-choice.ts";
import { isLoopback, isVendorHost } from "./endpoint.ts";

const endpointKeys = ["endpoint", "stsEndpoint", "deviceEndpoint"] as const;

/** An endpoint by the key that it comes from. */
export type Endpoints = Readonly<Record<(typeof endpointKeys)[number], string | undefined>>;

/**
 * Rejects stored endpoints that would receive credentials from outside the stored configuration: its author could send them anywhere.
 * The vendor's hosts, loopback addresses and endpoints from the environment are trusted.
 */
export function refuseUntrustedEndpoints(read: Reader, endpoints: Endpoints, choices: readonly CredentialsChoice[]): void {
  if (choices.every(isStored) && read.originOf("deviceAccessToken", "deviceRefreshToken") !== "environment") return;
  for (const key of endpointKeys) {
    const url = endpoints[key];
    if (url === undefined || read.originOf(key) !== "stored" || isTrusted(url)) continue;
    const reason =
      `leads to ${url}, which is neither a host of the vendor nor this machine, and would be called with credentials that are not stored ` +
      `beside it; nothing was sent. If that is intended, set ${read.nameAt("environment", key)} to it, or add --trust-endpoints to the command`;
    read.fail(read.source(key), reason);
  }
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
