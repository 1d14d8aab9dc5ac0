import { InputError } from "../../kernel/errors.ts";
import { didYouMean } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import { Secret } from "../../kernel/secret.ts";
import { type Environment, namespace, Reader } from "./config-reader.ts";

/** The source of a configuration value. */
export type Origin = "environment" | "stored";

/** The configured source of an account's credentials; `chain` is the default credential chain. */
export type CredentialsChoice =
  | {
      readonly kind: "key";
      readonly origin: Origin;
      readonly accessKeyId: string;
      readonly accessKeySecret: Secret;
      readonly securityToken: Secret | undefined;
    }
  | { readonly kind: "profile"; readonly profile: string }
  | { readonly kind: "chain" }
  | { readonly kind: "role"; readonly roleArn: string; readonly externalId: string | undefined; readonly base: CredentialsChoice };

/** The configuration of one account. */
export interface AccountConfiguration {
  /** `undefined`: the default account. */
  readonly name: string | undefined;
  /** The id of the account that the credentials must belong to. */
  readonly accountId: string | undefined;
  readonly region: string;
  readonly credentials: CredentialsChoice;
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
  /** How long an operation may wait when its resource sets no timeout. */
  readonly timeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxAttempts: number;
  readonly deviceAccessToken: Secret | undefined;
  readonly deviceRefreshToken: Secret | undefined;
  /** Whether shares have a create tag while they are being created. */
  readonly trace: boolean;
}

/**
 * Reads the configuration from stored values and from environment variables, which take precedence.
 * @param values - stored values, by key with or without the namespace `resourceshare:`; other keys are ignored; structured values are
 * objects or JSON texts
 * @throws InputError that lists every invalid key
 *
 * @example
 * ```ts
 * import { readConfiguration } from "pulumi-resourceshare/client";
 *
 * const { region } = readConfiguration({ "resourceshare:region": "cn-shanghai" }, process.env);
 * console.log(region);
 * ```
 */
export function readConfiguration(values: Readonly<Record<string, unknown>>, environment: Environment): Configuration {
  const read = new Reader(values, environment);
  const region = read.region(
    read.source("region", "ALIBABA_CLOUD_REGION_ID"),
    read.text("region", "ALIBABA_CLOUD_REGION_ID") ?? "cn-hangzhou",
  );
  const credentials = defaultCredentials(read);
  const accountId = read.accountId(
    read.source("accountId", "RESOURCESHARE_ACCOUNT_ID"),
    read.text("accountId", "RESOURCESHARE_ACCOUNT_ID"),
  );
  const account = { name: undefined, accountId, region, credentials };
  const configuration: Configuration = {
    region,
    endpoint: read.endpoint("endpoint", "RESOURCESHARE_ENDPOINT"),
    deviceEndpoint: read.endpoint("deviceEndpoint", "RESOURCESHARE_DEVICE_ENDPOINT") ?? "https://openapi.aligenie.com",
    stsEndpoint: read.endpoint("stsEndpoint", "RESOURCESHARE_STS_ENDPOINT"),
    account,
    accounts: namedAccounts(read, account),
    timeoutMs: 1000 * read.number("timeoutSeconds", "RESOURCESHARE_TIMEOUT_SECONDS", 600),
    requestTimeoutMs: 1000 * read.number("requestTimeoutSeconds", "RESOURCESHARE_REQUEST_TIMEOUT_SECONDS", 30),
    maxAttempts: read.number("maxAttempts", "RESOURCESHARE_MAX_ATTEMPTS", 5, true),
    deviceAccessToken: secret(read.text("deviceAccessToken", "RESOURCESHARE_DEVICE_ACCESS_TOKEN")),
    deviceRefreshToken: secret(read.text("deviceRefreshToken", "RESOURCESHARE_DEVICE_REFRESH_TOKEN")),
    trace: read.flag("trace", "RESOURCESHARE_TRACE", true),
  };
  if (read.failures.length > 0) throw new InputError(read.failures);
  return configuration;
}

/** Credentials from the environment replace stored ones as a whole set: parts of two access keys do not match. */
function defaultCredentials(read: Reader): CredentialsChoice {
  const fromEnvironment = {
    accessKeyId: read.variable("ALIBABA_CLOUD_ACCESS_KEY_ID"),
    accessKeySecret: read.variable("ALIBABA_CLOUD_ACCESS_KEY_SECRET"),
    securityToken: read.variable("ALIBABA_CLOUD_SECURITY_TOKEN"),
    profile: read.variable("ALIBABA_CLOUD_PROFILE"),
  };
  const stored = {
    accessKeyId: read.stored("accessKeyId"),
    accessKeySecret: read.stored("accessKeySecret"),
    securityToken: read.stored("securityToken"),
    profile: read.stored("profile"),
  };
  return (
    chosenCredentials(fromEnvironment, read, "environment", (key) => `ALIBABA_CLOUD_${key.replace(/[A-Z]/g, "_$&").toUpperCase()}`) ??
    chosenCredentials(stored, read, "stored", (key) => storedNameOf(read, key)) ?? { kind: "chain" }
  );
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
    read.fail(named(missing), `is missing beside ${named(there)}`);
    return { kind: "chain" };
  }
  return profile === undefined ? undefined : { kind: "profile", profile };
}

/** The name of a half of a stored set of credentials; a missing half has the form of the one that is there. */
function storedNameOf(read: Reader, key: string): string {
  const isNamespaced = ["accessKeyId", "accessKeySecret", "securityToken"].some((part) => read.storedName(part) !== part);
  return isNamespaced ? namespace + key : key;
}

const accountKeys = ["accessKeyId", "accessKeySecret", "securityToken", "profile", "roleArn", "externalId", "accountId", "region"] as const;

function namedAccounts(read: Reader, defaults: AccountConfiguration): ReadonlyMap<string, AccountConfiguration> {
  const entries = Object.entries(read.object("accounts", "RESOURCESHARE_ACCOUNTS"));
  return new Map(entries.map(([name, value]) => [name, namedAccount(read, name, value, defaults)]));
}

function namedAccount(read: Reader, name: string, value: unknown, defaults: AccountConfiguration): AccountConfiguration {
  const place = `${read.source("accounts", "RESOURCESHARE_ACCOUNTS")}.${name}`;
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
  const origin = read.variable("RESOURCESHARE_ACCOUNTS") === undefined ? "stored" : "environment";
  const own = chosenCredentials(set, read, origin, (key) => `${place}.${key}`);
  const roleArn = text("roleArn");
  const externalId = text("externalId");
  if (roleArn === undefined && externalId !== undefined) read.fail(`${place}.externalId`, "goes with a roleArn only");
  if (roleArn === undefined && own === undefined) {
    read.fail(place, "needs accessKeyId and accessKeySecret, a profile, or a roleArn to assume");
  }
  const base = own ?? defaults.credentials;
  const region = text("region");
  return {
    name,
    accountId: read.accountId(`${place}.accountId`, text("accountId")),
    region: region === undefined ? defaults.region : read.region(`${place}.region`, region),
    credentials: roleArn === undefined ? base : { kind: "role", roleArn, externalId, base },
  };
}

function secret(text: string | undefined): Secret | undefined {
  return text === undefined ? undefined : new Secret(text);
}
