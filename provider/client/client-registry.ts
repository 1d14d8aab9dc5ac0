import { type Clock, systemClock } from "../kernel/clock.ts";
import { InputError } from "../kernel/errors.ts";
import { didYouMean } from "../kernel/ids.ts";
import { type Log, silentLog } from "../kernel/log.ts";
import { type Random, systemRandom } from "../kernel/random.ts";
import type { Transport } from "../wire/transport.ts";
import type { Client } from "./client.ts";
import { Writes } from "./writes.ts";
import { createClient } from "./create-client.ts";
import { type AccountConfiguration, type Configuration, withRegion } from "./config/configuration.ts";
import type { CredentialsChoice } from "./config/configuration.ts";
import type { CredentialsSource } from "./pipeline/credentials.ts";
import { givenCredentials } from "./credentials/credentials-sources.ts";
import { createDeviceClient, type DeviceClient } from "./device/device-client.ts";
import { stsEndpointOf } from "./config/endpoint.ts";
import { AccountLimits } from "./limits/account-limits.ts";
import { roleCredentials, type RoleParts } from "./credentials/assume-role.ts";
import { httpTransport } from "./undici.ts";
import { defaultChainCredentials, profileCredentials } from "./credentials/default-credentials.ts";

/** The dependencies of clients that are not in the configuration; each defaults to the system's own. */
export interface ClientRegistryOptions {
  readonly transport?: Transport | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly log?: Log | undefined;
  /** Rejects when the engine has exited; the client calls it before each attempt of a write. */
  readonly assertEngineAlive?: (() => Promise<void>) | undefined;
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
  const { transport = httpTransport, clock = systemClock, random = systemRandom, log = silentLog, assertEngineAlive } = parts;
  const clients = new Map<string, Client>();
  const credentials = new Map<string | undefined, CredentialsSource>();
  const callers = new Map<string | undefined, Client["callerAccount"]>();
  const limits = new Map<string, AccountLimits>();
  const devices = new Map<string | undefined, DeviceClient>();
  const { maxAttempts, requestTimeoutMs } = configuration;
  const shared = { transport, clock, random, log, maxAttempts, requestTimeoutMs, assertEngineAlive, writes: new Writes(clock) };

  const sourceOf = (account: AccountConfiguration): CredentialsSource => {
    const property = account.credentials.kind === "chain" ? "accessKeyId" : account.sources.credentials;
    const known = credentials.get(account.name);
    const source = known ?? credentialsOf(account.credentials, account, configuration, { property, clock, random, transport });
    credentials.set(account.name, source);
    return source;
  };
  const limitsOf = (account: AccountConfiguration, region: string): AccountLimits => {
    const key = JSON.stringify([identityKey(account), region]);
    const shared = limits.get(key) ?? new AccountLimits(clock, random);
    limits.set(key, shared);
    return shared;
  };

  const clientOf: Clients["client"] = (name, region) => {
    const configured = accountOf(configuration, name);
    const account = withRegion(configured, region);
    const key = JSON.stringify([name, account.region]);
    const known = clients.get(key);
    if (known) return known;
    const client = createClient({
      ...shared,
      account: name,
      accountId: account.accountId,
      sources: account.sources,
      region: account.region,
      endpoint: configuration.endpoint,
      stsEndpoint: configuration.stsEndpoint,
      credentials: sourceOf(configured),
      limits: limitsOf(account, account.region),
      callerAccount: callers.get(name),
    });
    callers.set(name, client.callerAccount);
    clients.set(key, client);
    return client;
  };

  return {
    client: clientOf,
    device(name) {
      const { callerAccount, region } = clientOf(name);
      const account = accountOf(configuration, name);
      const known = devices.get(name);
      if (known) return known;
      const { deviceEndpoint: endpoint, deviceAccessToken: accessToken, deviceRefreshToken: refreshToken } = configuration;
      const device = createDeviceClient({
        ...shared,
        ...{ account: name, accountId: account.accountId, sources: account.sources, region, endpoint, callerAccount },
        credentials: sourceOf(account),
        limits: limitsOf(account, region),
        grant: { accessToken, refreshToken },
      });
      devices.set(name, device);
      return device;
    },
  };
}

function accountOf(configuration: Configuration, name: string | undefined): AccountConfiguration {
  const account = name === undefined ? configuration.account : configuration.accounts.get(name);
  if (account) return account;
  const names = [...configuration.accounts.keys()].toSorted();
  const known =
    names.length === 0
      ? `${configuration.accountsSource} names no accounts`
      : `known are ${names.join(", ")} (from ${configuration.accountsSource})`;
  throw InputError.of("account", `"${name}" is not known; ${known}${didYouMean(name ?? "", names)}`);
}

/** The key of an account's limits. Two names share it only when the configuration shows that they name one account. */
function identityKey({ name, accountId, credentials }: AccountConfiguration): string {
  if (accountId !== undefined) return `id ${accountId}`;
  if (credentials.kind === "key") return `key ${credentials.accessKeyId}`;
  return name === undefined ? "default" : `name ${name}`;
}

function credentialsOf(
  choice: CredentialsChoice,
  account: AccountConfiguration,
  configuration: Configuration,
  parts: RoleParts,
): CredentialsSource {
  switch (choice.kind) {
    case "key":
      return givenCredentials(choice);
    case "profile":
      return profileCredentials(choice.profile, parts);
    case "chain":
      return defaultChainCredentials(parts);
    case "role": {
      const base = credentialsOf(choice.base, account, configuration, parts);
      const stsEndpoint = stsEndpointOf(configuration, account.region);
      return roleCredentials({ roleArn: choice.roleArn, externalId: choice.externalId, base, region: account.region, stsEndpoint }, parts);
    }
  }
}
