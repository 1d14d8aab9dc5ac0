import { likelyRegion } from "../api/catalogue.ts";
import { systemClock } from "../kernel/clock.ts";
import { InputError } from "../kernel/errors.ts";
import { getOrCreate } from "../kernel/get-or-create.ts";
import { didYouMean } from "../kernel/ids.ts";
import { silentLog } from "../kernel/log.ts";
import { systemRandom } from "../kernel/random.ts";
import type { Client } from "./client.ts";
import { Writes } from "./writes.ts";
import { type ClientOptions, createClient } from "./create-client.ts";
import { type AccountConfiguration, type Configuration, type CredentialsChoice, withRegion } from "./config/configuration.ts";
import type { CredentialsSource } from "./pipeline/call.ts";
import { createDeviceClient, type DeviceClient } from "./device/device-client.ts";
import { isRegion, stsEndpointOf } from "./config/endpoint.ts";
import { callerAccountOf } from "./credentials/caller-identity.ts";
import { type RateLimiters, rateLimiters } from "./limits/rate-limiter.ts";
import { type Role, roleCredentials } from "./credentials/assume-role.ts";
import { httpTransport } from "./undici.ts";
import { type CredentialsDependencies, libraryCredentials } from "./credentials/default-credentials.ts";

/** The dependencies of clients that are not in the configuration; each defaults to the system's own. */
export interface ClientRegistryOptions extends Partial<
  Pick<ClientOptions, "transport" | "clock" | "random" | "log" | "assertEngineAlive">
> {
  /**
   * What names the regions that `client` is called with, for messages.
   * @defaultValue the argument `region`
   */
  readonly regionSource?: string;
}

/** All clients of one configuration. */
export interface Clients {
  /**
   * Returns the client of an account in a region; equal arguments return the same client.
   * @param account - the name of the account in the configuration; the default account when absent
   * @param region - the account's own region when absent
   * @throws InputError that lists the known accounts when the name is unknown
   */
  client(account?: string, region?: string): Client;
  /**
   * Returns the account's client of the user, device and content API, with the configured tokens; equal arguments return the same client.
   * @throws InputError that lists the known accounts when the name is unknown
   */
  device(account?: string): DeviceClient;
}

/**
 * Creates the clients of a configuration, each on first use.
 * All regions of an account share its credentials and identity. All names of one account share its limits in a region.
 *
 * @example
 * ```ts
 * import { createClients, readConfiguration, sharing } from "pulumi-resourceshare/client";
 *
 * const clients = createClients(readConfiguration({}, process.env));
 * const { ResourceShares } = await clients.client().call(sharing.ListResourceShares, { ResourceOwner: "Self" });
 * console.log(ResourceShares?.length);
 * ```
 */
export function createClients(configuration: Configuration, parts: ClientRegistryOptions = {}): Clients {
  const { transport = httpTransport, clock = systemClock, random = systemRandom, log = silentLog } = parts;
  const { assertEngineAlive, regionSource } = parts;
  const clients = new Map<string, Client>();
  const credentials = new Map<string | undefined, CredentialsSource>();
  const callers = new Map<string | undefined, Client["callerAccount"]>();
  const limits = new Map<string, RateLimiters>();
  const devices = new Map<string | undefined, DeviceClient>();
  const { maxAttempts, requestTimeoutMs, endpoint, deviceEndpoint } = configuration;
  const shared = { transport, clock, random, log, maxAttempts, requestTimeoutMs, assertEngineAlive, writes: new Writes(clock) };

  /** What all clients of an account in a region have. */
  const optionsOf = (configured: AccountConfiguration, ofArgument: string | undefined) => {
    const account = withRegion(configured, ofArgument, regionSource);
    const { name, region, accountId, sources } = account;
    if (!isRegion(region)) {
      throw InputError.of("region", `"${region}" (from ${sources.region}) is not the id of a region, such as ${likelyRegion(region)}`);
    }
    const property = account.credentials.kind === "chain" ? "accessKeyId" : sources.credentials;
    const own = {
      ...shared,
      account: name,
      accountId,
      sources,
      region,
      credentials: getOrCreate(credentials, name, () => {
        const place = { region: configured.region, stsEndpoint: stsEndpointOf(configuration, configured.region) };
        return credentialsOf(configured.credentials, place, { property, clock, random, transport });
      }),
      limits: getOrCreate(limits, JSON.stringify([identityKey(account), region]), () => rateLimiters(clock, random)),
    };
    return { ...own, callerAccount: getOrCreate(callers, name, () => callerAccountOf(own, stsEndpointOf(configuration, region))) };
  };
  const client: Clients["client"] = (name, region) => {
    const options = optionsOf(accountOf(configuration, name), region);
    return getOrCreate(clients, JSON.stringify([name, options.region]), () => createClient({ ...options, endpoint }));
  };
  const device: Clients["device"] = (name) => {
    const grant = { accessToken: configuration.deviceAccessToken, refreshToken: configuration.deviceRefreshToken };
    const options = optionsOf(accountOf(configuration, name), undefined);
    return getOrCreate(devices, name, () => createDeviceClient({ ...options, endpoint: deviceEndpoint, grant }));
  };
  return { client, device };
}

function accountOf(configuration: Configuration, name: string | undefined): AccountConfiguration {
  const account = name === undefined ? configuration.account : configuration.accounts.get(name);
  if (account) return account;
  const names = [...configuration.accounts.keys()].toSorted();
  const withId = names.find((known) => configuration.accounts.get(known)?.accountId === name);
  if (withId !== undefined) throw InputError.of("account", `"${name}" is the id of ${withId}: write the name`);
  const known =
    names.length === 0
      ? `no account is named in ${configuration.accountsSource}`
      : `the names are ${names.join(", ")} (from ${configuration.accountsSource})`;
  const what = /^\d{16}$/.test(name ?? "")
    ? "is the id of an account: write the name that it has in `accounts`"
    : "is not the name of an account";
  throw InputError.of("account", `"${name}" ${what}; ${known}${didYouMean(name ?? "", names) || "; leave it out for the default account"}`);
}

/** The key of an account's limits. Two names share it only when the configuration shows that they name one account. */
function identityKey({ name, accountId, credentials }: AccountConfiguration): string {
  if (accountId !== undefined) return `id ${accountId}`;
  if (credentials.kind === "key") return `key ${credentials.accessKeyId}`;
  return name === undefined ? "default" : `name ${name}`;
}

function credentialsOf(
  choice: CredentialsChoice,
  place: Pick<Role, "region" | "stsEndpoint">,
  parts: CredentialsDependencies & Pick<ClientOptions, "random" | "transport">,
): CredentialsSource {
  switch (choice.kind) {
    case "key":
      return () => Promise.resolve(choice);
    case "profile":
      return libraryCredentials(choice.profile, parts);
    case "chain":
      return libraryCredentials(undefined, parts);
    case "role":
      return roleCredentials({ ...choice, ...place, base: credentialsOf(choice.base, place, parts) }, parts);
  }
}
