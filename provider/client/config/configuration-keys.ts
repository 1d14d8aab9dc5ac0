/** One key of the configuration, as plain data: the plugin's schema is generated from it. */
export interface ConfigurationKey {
  /** The environment variable: it wins over the configuration of a stack, and the argument of an explicit provider wins over it. */
  readonly variable: string;
  /** @defaultValue `"string"` */
  readonly type?: "number" | "integer" | "boolean" | "accounts";
  readonly description: string;
  readonly default?: string | number | boolean;
  /** Whether the value is encrypted where it is stored. */
  readonly isSecret?: boolean;
}

/** The values of the keys that are not set. */
export const configurationDefaults = {
  region: "cn-hangzhou",
  timeoutSeconds: 600,
  requestTimeoutSeconds: 30,
  maxAttempts: 5,
  trace: true,
} as const;

/** The keys of the configuration, in the order of the documentation. */
export const configurationKeys: Readonly<Record<string, ConfigurationKey>> = {
  region: {
    variable: "ALIBABA_CLOUD_REGION_ID",
    description: "Region to call.",
    default: configurationDefaults.region,
  },
  accessKeyId: {
    variable: "ALIBABA_CLOUD_ACCESS_KEY_ID",
    description: "Access key of the default account; the default credential chain when absent.",
    isSecret: true,
  },
  accessKeySecret: {
    variable: "ALIBABA_CLOUD_ACCESS_KEY_SECRET",
    description: "Secret of the access key.",
    isSecret: true,
  },
  securityToken: {
    variable: "ALIBABA_CLOUD_SECURITY_TOKEN",
    description: "Token of a temporary access key.",
    isSecret: true,
  },
  profile: {
    variable: "ALIBABA_CLOUD_PROFILE",
    description: "Profile of `~/.aliyun/config.json`, else of `~/.alibabacloud/credentials`.",
  },
  accountId: {
    variable: "RESOURCESHARE_ACCOUNT_ID",
    description: "Id of the account that the default credentials must belong to; otherwise nothing is done.",
  },
  accounts: {
    variable: "RESOURCESHARE_ACCOUNTS",
    type: "accounts",
    description: "Further accounts by name. The argument `account` of resources and functions names one.",
    isSecret: true,
  },
  endpoint: {
    variable: "RESOURCESHARE_ENDPOINT",
    description: "Base URL of the service, for every region; the region's own when absent.",
  },
  stsEndpoint: {
    variable: "RESOURCESHARE_STS_ENDPOINT",
    description: "Base URL of the identity service. When absent: `endpoint` if that is a loopback address, otherwise the vendor's.",
  },
  timeoutSeconds: {
    variable: "RESOURCESHARE_TIMEOUT_SECONDS",
    type: "number",
    description: "How long an operation on a resource may take where `customTimeouts` set nothing.",
    default: configurationDefaults.timeoutSeconds,
  },
  requestTimeoutSeconds: {
    variable: "RESOURCESHARE_REQUEST_TIMEOUT_SECONDS",
    type: "number",
    description: "How long one request may take.",
    default: configurationDefaults.requestTimeoutSeconds,
  },
  maxAttempts: {
    variable: "RESOURCESHARE_MAX_ATTEMPTS",
    type: "integer",
    description: "How many attempts in a row a call has at most; throttled attempts do not count.",
    default: configurationDefaults.maxAttempts,
  },
  trace: {
    variable: "RESOURCESHARE_TRACE",
    type: "boolean",
    description: "Whether shares have a create tag while they are being created.",
    default: configurationDefaults.trace,
  },
  deviceEndpoint: {
    variable: "RESOURCESHARE_DEVICE_ENDPOINT",
    description: "Base URL of the user, device and content API; the vendor's when absent.",
  },
  deviceAccessToken: {
    variable: "RESOURCESHARE_DEVICE_ACCESS_TOKEN",
    description: "Access token of a user of the device API.",
    isSecret: true,
  },
  deviceRefreshToken: {
    variable: "RESOURCESHARE_DEVICE_REFRESH_TOKEN",
    description: "Refresh token of a user of the device API.",
    isSecret: true,
  },
};

/** The keys of the stack's configuration that only Node programs read: `plugin` chooses the plugin. */
export const programKeys: readonly string[] = ["plugin"];

/** The members of an account in `accounts`. */
export const accountMembers: Readonly<Record<string, Pick<ConfigurationKey, "description" | "isSecret">>> = {
  accessKeyId: { description: "Access key.", isSecret: true },
  accessKeySecret: { description: "Secret of the access key.", isSecret: true },
  securityToken: { description: "Token of a temporary access key.", isSecret: true },
  profile: { description: "Profile of the vendor's configuration file." },
  roleArn: { description: "Role to assume with these credentials, else with those of the default account." },
  externalId: { description: "External id for the role." },
  accountId: { description: "Id of the account that the credentials must belong to; otherwise nothing is done." },
  region: { description: "Region to call for this account." },
};
