import type { z } from "zod";
import { type Failure, InputError } from "../../kernel/errors.ts";
import { didYouMean } from "../../kernel/ids.ts";
import { pathText } from "../../kernel/paths.ts";
import { withoutMisspelt } from "../../kernel/shape-failures.ts";
import { Secret } from "../../kernel/secret.ts";
import { accountMembers, configurationKeys } from "./configuration-keys.ts";
import { ConfigurationSources, type Environment, type Origin, type StoredAs } from "./configuration-sources.ts";
import { configurationSchema, credentialsSchema, type GivenAccount, type GivenCredentials } from "./configuration-values.ts";
import { untrustedEndpoints } from "./endpoint-trust.ts";

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
export function withRegion(
  account: AccountConfiguration,
  region: string | undefined,
  source = "the argument `region`",
): AccountConfiguration {
  return region === undefined ? account : { ...account, region, sources: { ...account.sources, region: source } };
}

/** The validated configuration. Times are in milliseconds; endpoints have no path. */
export interface Configuration {
  /** The default region. */
  readonly region: string;
  readonly endpoint?: string | undefined;
  readonly deviceEndpoint: string;
  readonly stsEndpoint?: string | undefined;
  /** The default account. */
  readonly account: AccountConfiguration;
  /** The named accounts. */
  readonly accounts: ReadonlyMap<string, AccountConfiguration>;
  /** The place that supplied the named accounts, and the one that it hides, for messages. */
  readonly accountsSource: string;
  /** How long an operation may wait when its resource sets no timeout. */
  readonly timeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxAttempts: number;
  readonly deviceAccessToken?: Secret | undefined;
  readonly deviceRefreshToken?: Secret | undefined;
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
   * credentials anyway, as a program that runs here, or where the user has allowed it.
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
  const sources = new ConfigurationSources(values, environment, storedAs);
  const given = Object.fromEntries(Object.keys(configurationKeys).map((key) => [key, sources.valueOf(key)]));
  const [result, credentials] = [configurationSchema.safeParse(given), credentialsSchema.safeParse(given)];
  if (!result.success || !credentials.success) {
    const issues = [...(result.error?.issues ?? []), ...(credentials.error?.issues ?? [])];
    // An incomplete set of credentials is an issue of its own kind.
    const found = withoutMisspelt(issues, ({ code }) => code === "custom");
    throw new InputError(found.flatMap((issue) => failuresOf(issue, sources)));
  }
  const { accountId, accounts: named, timeoutSeconds, requestTimeoutSeconds, ...read } = result.data;
  const own = credentialsIn(credentials.data, sources.originOf("accessKeyId"));
  const account: AccountConfiguration = {
    name: undefined,
    accountId,
    region: read.region,
    credentials: own ?? { kind: "chain" },
    sources: {
      credentials: sources.placeOf(own?.kind === "profile" ? "profile" : "accessKeyId", "the default credential chain"),
      accountId: sources.placeOf("accountId", "the configuration"),
      region: sources.placeOf("region", "the default region"),
    },
  };
  const accounts = new Map(Object.entries(named).map(([name, one]) => [name, namedAccount(name, one, account, sources)]));
  const areStored =
    [account, ...accounts.values()].every(({ credentials: choice }) => isStored(choice)) &&
    sources.originOf("deviceAccessToken") !== "environment";
  const untrusted = trustsEndpoints || areStored ? [] : untrustedEndpoints(sources, read);
  if (untrusted.length > 0) throw new InputError(untrusted);
  return {
    ...read,
    deviceEndpoint: read.deviceEndpoint ?? "https://openapi.aligenie.com",
    account,
    accounts,
    accountsSource: sources.placesOf("accounts", "the configuration"),
    timeoutMs: 1000 * timeoutSeconds,
    requestTimeoutMs: 1000 * requestTimeoutSeconds,
  };
}

/** Whether the stored configuration contains the credentials. A profile or a role only refers to credentials of the host. */
function isStored(choice: CredentialsChoice): boolean {
  if (choice.kind === "role") return isStored(choice.base);
  return choice.kind === "key" && choice.origin === "stored";
}

/** The failures of an issue, with the names of the keys where they are set. */
function failuresOf(issue: z.core.$ZodIssue, sources: ConfigurationSources): Failure[] {
  const named = ([key, ...path]: readonly PropertyKey[]) => pathText([sources.nameOf(String(key)), ...path]);
  if (issue.code === "unrecognized_keys") {
    const members = Object.keys(accountMembers);
    return issue.keys.map((name) => ({ property: named([...issue.path, name]), reason: `is not known${didYouMean(name, members)}` }));
  }
  const beside: unknown = issue.code === "custom" ? issue.params?.["beside"] : undefined;
  const reason =
    typeof beside === "string" ? `is missing beside ${named([...issue.path.slice(0, -1), beside])}: set both in one place` : issue.message;
  return [{ property: named(issue.path), reason }];
}

function credentialsIn(given: GivenCredentials, origin: Origin | undefined): CredentialsChoice | undefined {
  const { accessKeyId, accessKeySecret, securityToken, profile } = given;
  if (accessKeyId === undefined || accessKeySecret === undefined) return profile === undefined ? undefined : { kind: "profile", profile };
  const token = securityToken === undefined ? undefined : new Secret(securityToken);
  return { kind: "key", origin: origin ?? "stored", accessKeyId, accessKeySecret: new Secret(accessKeySecret), securityToken: token };
}

function namedAccount(
  name: string,
  given: GivenAccount,
  defaults: AccountConfiguration,
  sources: ConfigurationSources,
): AccountConfiguration {
  const { accountId, region, roleArn, externalId } = given;
  const own = credentialsIn(given, sources.originOf("accounts"));
  const base = own ?? defaults.credentials;
  const place = `${sources.placeOf("accounts", "accounts")}.${name}`;
  return {
    name,
    accountId,
    region: region ?? defaults.region,
    credentials: roleArn === undefined ? base : { kind: "role", roleArn, externalId, base },
    sources: {
      credentials: own === undefined ? `${place}, whose role is assumed with those of ${defaults.sources.credentials}` : place,
      accountId: `${place}.accountId`,
      region: region === undefined ? defaults.sources.region : `${place}.region`,
    },
  };
}
