import { InputError } from "../../kernel/errors.ts";
import { didYouMean } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import { Secret } from "../../kernel/secret.ts";
import { type Environment, namespace, type Origin, Reader, type StoredAs } from "./config-reader.ts";
import type { CredentialsChoice } from "./credentials-choice.ts";
import { refuseUntrustedEndpoints } from "./endpoint-trust.ts";

/** The places that supplied the values of an account, for messages: a variable, a key of the stack, an argument, a profile. */
export interface AccountSources {
  readonly credentials: string;
  readonly accountId: string;
  readonly region: string;
}

/** The configuration of one account. */
export interface AccountConfiguration {
  /** `undefined`: the default account. */
  readonly name: string | undefined;
  /** The id of the account that the credentials must belong to. */
  readonly accountId: string | undefined;
  readonly region: string;
  readonly credentials: CredentialsChoice;
  readonly sources: AccountSources;
}

/** Returns an account with the region of a resource's or a function's argument, if there is one. */
export function withRegion(account: AccountConfiguration, region: string | undefined): AccountConfiguration {
  return region === undefined ? account : { ...account, region, sources: { ...account.sources, region: "the argument `region`" } };
}

/** The validated configuration. Times are in milliseconds; endpoints have no path. */
export interface Configuration {
  /** The default region. */
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly deviceEndpoint: string;
  readonly stsEndpoint: string | undefined;
  /** The default account. */
  readonly account: AccountConfiguration;
  /** The named accounts. */
  readonly accounts: ReadonlyMap<string, AccountConfiguration>;
  /** The place that supplied the named accounts, for messages, with the place that it replaces. */
  readonly accountsSource: string;
  /** How long an operation may wait when its resource sets no timeout. */
  readonly timeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxAttempts: number;
  readonly deviceAccessToken: Secret | undefined;
  readonly deviceRefreshToken: Secret | undefined;
  /** Whether shares have a create tag while they are being created. */
  readonly trace: boolean;
}

/** How {@link readConfiguration} reads stored values. */
export interface ConfigurationOptions {
  /**
   * What the values are. The environment wins over the configuration of a stack, and the arguments of an explicit provider win over the
   * environment.
   *
   * @defaultValue `"stack"`
   */
  readonly storedAs?: StoredAs;
  /**
   * Whether stored endpoints may receive credentials that are not stored beside them: only where the author of the values can use these
   * credentials anyway, as a program that runs here, or where the user has said so.
   *
   * @defaultValue false
   */
  readonly trustsEndpoints?: boolean;
}

/**
 * Reads the configuration from stored values and from environment variables.
 * @param values - stored values, by key with or without the namespace `resourceshare:`; other keys are ignored; structured values are
 * objects or JSON texts
 * @throws InputError that lists every invalid key, and every stored endpoint that would receive credentials from elsewhere
 *
 * @example
 * ```ts
 * import { readConfiguration } from "pulumi-resourceshare/client";
 *
 * const { region } = readConfiguration({ "resourceshare:region": "cn-shanghai" }, process.env);
 * console.log(region);
 * ```
 */
export function readConfiguration(
  values: Readonly<Record<string, unknown>>,
  environment: Environment,
  { storedAs = "stack", trustsEndpoints = false }: ConfigurationOptions = {},
): Configuration {
  const read = new Reader(values, environment, storedAs);
  const region = read.region(read.source("region"), read.text("region") ?? "cn-hangzhou");
  const { choice, place } = defaultCredentials(read);
  // An empty id, as of an unset variable, would switch the guard off.
  read.refuseEmpty("accountId");
  const accountId = read.accountId(read.source("accountId"), read.text("accountId"));
  const sources = {
    credentials: place,
    accountId: read.place("accountId", "the configuration"),
    region: read.place("region", "the default region"),
  };
  const account = { name: undefined, accountId, region, credentials: choice, sources };
  const endpoints = {
    endpoint: read.endpoint("endpoint"),
    deviceEndpoint: read.endpoint("deviceEndpoint"),
    stsEndpoint: read.endpoint("stsEndpoint"),
  };
  const accounts = namedAccounts(read, account);
  if (!trustsEndpoints)
    refuseUntrustedEndpoints(read, endpoints, [choice, ...[...accounts.values()].map(({ credentials }) => credentials)]);
  // The tokens of two users are never mixed.
  const tokens = read.originOf("deviceAccessToken", "deviceRefreshToken") ?? "stored";
  const configuration: Configuration = {
    region,
    ...endpoints,
    deviceEndpoint: endpoints.deviceEndpoint ?? "https://openapi.aligenie.com",
    account,
    accounts,
    accountsSource: accountsSource(read),
    timeoutMs: 1000 * read.number("timeoutSeconds", 600),
    requestTimeoutMs: 1000 * read.number("requestTimeoutSeconds", 30),
    maxAttempts: read.number("maxAttempts", 5, true),
    deviceAccessToken: secret(read.textAt(tokens, "deviceAccessToken")),
    deviceRefreshToken: secret(read.textAt(tokens, "deviceRefreshToken")),
    trace: read.flag("trace", true),
  };
  if (read.failures.length > 0) throw new InputError(read.failures);
  return configuration;
}

/** The place of the named accounts, and the place that it replaces as a whole. */
function accountsSource(read: Reader): string {
  const [first, second] = read.origins.filter((origin) => read.hasAt(origin, "accounts"));
  if (first === undefined) return "the configuration";
  const replaced = second === undefined ? "" : `, which replaces ${read.placeAt(second, "accounts")}`;
  return `${read.placeAt(first, "accounts")}${replaced}`;
}

/** Credentials, and the place that supplied them. */
interface Chosen {
  readonly choice: CredentialsChoice;
  readonly place: string;
}

/** Credentials are taken from one place as a whole set: parts of two access keys do not match. */
function defaultCredentials(read: Reader): Chosen {
  for (const origin of read.origins) {
    const text = (key: string) => read.textAt(origin, key);
    const set = {
      accessKeyId: text("accessKeyId"),
      accessKeySecret: text("accessKeySecret"),
      securityToken: text("securityToken"),
      profile: text("profile"),
    };
    const choice = chosenCredentials(set, read, origin, (key) => halfName(read, origin, key));
    if (choice?.kind === "profile") return { choice, place: read.placeAt(origin, "profile") };
    if (choice !== undefined) return { choice, place: read.placeAt(origin, "accessKeyId") };
  }
  return { choice: { kind: "chain" }, place: "the default credential chain" };
}

function chosenCredentials(
  set: Readonly<Record<"accessKeyId" | "accessKeySecret" | "securityToken" | "profile", string | undefined>>,
  read: Reader,
  origin: Origin,
  named: (key: string) => string,
): CredentialsChoice | undefined {
  const { accessKeyId, accessKeySecret, securityToken, profile } = set;
  if (accessKeyId !== undefined && accessKeySecret !== undefined) {
    return { kind: "key", origin, accessKeyId, accessKeySecret: new Secret(accessKeySecret), securityToken: secret(securityToken) };
  }
  const [missing, there] =
    accessKeyId !== undefined
      ? ["accessKeySecret", "accessKeyId"]
      : ["accessKeyId", accessKeySecret !== undefined ? "accessKeySecret" : "securityToken"];
  if ((accessKeyId ?? accessKeySecret ?? securityToken) !== undefined) {
    read.fail(named(missing), `is missing beside ${named(there)}: set both in one place`);
    return { kind: "chain" };
  }
  return profile === undefined ? undefined : { kind: "profile", profile };
}

/** The name of a half of a set of credentials; a missing half of a stored set has the form of the one that is there. */
function halfName(read: Reader, origin: Origin, key: string): string {
  if (origin === "environment") return read.nameAt(origin, key);
  const isNamespaced = ["accessKeyId", "accessKeySecret", "securityToken"].some((part) => read.nameAt(origin, part) !== part);
  return isNamespaced ? namespace + key : key;
}

const accountKeys = ["accessKeyId", "accessKeySecret", "securityToken", "profile", "roleArn", "externalId", "accountId", "region"] as const;

function namedAccounts(read: Reader, defaults: AccountConfiguration): ReadonlyMap<string, AccountConfiguration> {
  const entries = Object.entries(read.object("accounts"));
  return new Map(entries.map(([name, value]) => [name, namedAccount(read, name, value, defaults)]));
}

function namedAccount(read: Reader, name: string, value: unknown, defaults: AccountConfiguration): AccountConfiguration {
  const place = `${read.source("accounts")}.${name}`;
  if (!isRecord(value)) {
    read.fail(place, "must be an object with credentials, a profile or a roleArn");
    return { ...defaults, name };
  }
  for (const key of Object.keys(value)) {
    if (accountKeys.some((known) => known === key)) continue;
    read.fail(`${place}.${key}`, `is not known${didYouMean(key, accountKeys)}`);
  }
  const text = (key: (typeof accountKeys)[number]) => read.textOf(`${place}.${key}`, value[key]);
  const set = {
    accessKeyId: text("accessKeyId"),
    accessKeySecret: text("accessKeySecret"),
    securityToken: text("securityToken"),
    profile: text("profile"),
  };
  const own = chosenCredentials(set, read, read.originOf("accounts") ?? "stored", (key) => `${place}.${key}`);
  const roleArn = text("roleArn");
  const externalId = text("externalId");
  if (roleArn === undefined && externalId !== undefined) read.fail(`${place}.externalId`, "goes with a roleArn only");
  if (roleArn === undefined && own === undefined) {
    read.fail(place, "needs accessKeyId and accessKeySecret, a profile, or a roleArn to assume");
  }
  const base = own ?? defaults.credentials;
  const region = text("region");
  if (value["accountId"] === "") read.fail(`${place}.accountId`, "is empty: set it, or leave it out");
  const from = `${read.place("accounts", "accounts")}.${name}`;
  return {
    name,
    accountId: read.accountId(`${place}.accountId`, text("accountId")),
    region: region === undefined ? defaults.region : read.region(`${place}.region`, region),
    credentials: roleArn === undefined ? base : { kind: "role", roleArn, externalId, base },
    sources: {
      credentials: own === undefined ? `${from}, whose role is assumed with those of ${defaults.sources.credentials}` : from,
      accountId: `${from}.accountId`,
      region: region === undefined ? defaults.sources.region : `${from}.region`,
    },
  };
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}
