import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../../../../provider/client/config/configuration.ts";
import { rejectionsOf } from "./rejections.ts";

const failuresOf = (...configuration: Parameters<typeof rejectionsOf>) =>
  rejectionsOf(...configuration).map(({ property, reason }) => `${property}: ${reason}`);

const canary = { accessKeyId: "stored-id", accessKeySecret: "canary-secret" };

describe("configuration", () => {
  it("reads a configuration without keys as the default of every key", () => {
    expect(readConfiguration({}, {})).toEqual({
      region: "cn-hangzhou",
      endpoint: undefined,
      deviceEndpoint: "https://openapi.aligenie.com",
      stsEndpoint: undefined,
      account: {
        name: undefined,
        accountId: undefined,
        region: "cn-hangzhou",
        credentials: { kind: "chain" },
        sources: { credentials: "the default credential chain", accountId: "the configuration", region: "the default region" },
      },
      accounts: new Map(),
      accountsSource: "the configuration",
      timeoutMs: 600_000,
      requestTimeoutMs: 30_000,
      maxAttempts: 5,
      deviceAccessToken: undefined,
      deviceRefreshToken: undefined,
      trace: true,
    });
  });

  it("reads null in the configuration as an absent key, at every depth", () => {
    const values = {
      region: null,
      timeoutSeconds: null,
      endpoint: null,
      accounts: { mine: { profile: "p", roleArn: null, typo: null }, none: null },
    };
    expect(readConfiguration(values, {})).toEqual(readConfiguration({ accounts: { mine: { profile: "p" } } }, {}));
    expect(readConfiguration({ accounts: "null" }, {}).accounts).toEqual(new Map());
  });

  it("reads configuration keys with and without the namespace and ignores keys of other packages", () => {
    const values = {
      "resourceshare:region": "cn-beijing",
      "aws:region": "us-east-1",
      "resourceshare:somethingElse": { a: 1 },
      maxAttempts: 3,
    };
    expect(readConfiguration(values, {})).toMatchObject({ region: "cn-beijing", maxAttempts: 3 });
  });

  it.each([
    ["region", "cn-beijing", "ALIBABA_CLOUD_REGION_ID", "eu-central-1", { region: "eu-central-1" }],
    ["endpoint", "https://a.example", "RESOURCESHARE_ENDPOINT", "http://127.0.0.1:4010/", { endpoint: "http://127.0.0.1:4010" }],
    ["stsEndpoint", "https://a.example", "RESOURCESHARE_STS_ENDPOINT", "https://b.example", { stsEndpoint: "https://b.example" }],
    ["deviceEndpoint", "https://a.example", "RESOURCESHARE_DEVICE_ENDPOINT", "https://b.example", { deviceEndpoint: "https://b.example" }],
    ["timeoutSeconds", 1, "RESOURCESHARE_TIMEOUT_SECONDS", "90", { timeoutMs: 90_000 }],
    ["requestTimeoutSeconds", "1", "RESOURCESHARE_REQUEST_TIMEOUT_SECONDS", "0.5", { requestTimeoutMs: 500 }],
    ["maxAttempts", 1, "RESOURCESHARE_MAX_ATTEMPTS", "9", { maxAttempts: 9 }],
    ["trace", true, "RESOURCESHARE_TRACE", "false", { trace: false }],
    [
      "accounts",
      { a: { profile: "p" } },
      "RESOURCESHARE_ACCOUNTS",
      '{"b":{"profile":"q"}}',
      { accounts: new Map([["b", expect.objectContaining({ name: "b" })]]) },
    ],
    ["accountId", "111", "RESOURCESHARE_ACCOUNT_ID", "222", { account: expect.objectContaining({ accountId: "222" }) }],
  ])("prefers %s from the environment to the stored value", (key, stored, variable, value, expected) => {
    const trusting = { trustsEndpoints: true };
    expect(readConfiguration({ [key]: stored }, { [variable]: value }, trusting)).toMatchObject(expected);
    if (key === "accountId") return;
    expect(readConfiguration({ [key]: stored }, { [variable]: "" }, trusting)).toEqual(readConfiguration({ [key]: stored }, {}, trusting));
  });

  // (promise P-credential-sources)
  it("prefers the arguments of an explicit provider to the environment, which supplies what they do not name", () => {
    const environment = {
      ALIBABA_CLOUD_REGION_ID: "cn-beijing",
      ALIBABA_CLOUD_ACCESS_KEY_ID: "env-id",
      ALIBABA_CLOUD_ACCESS_KEY_SECRET: "env-secret",
      ALIBABA_CLOUD_SECURITY_TOKEN: "env-token",
      RESOURCESHARE_ACCOUNT_ID: "111",
      RESOURCESHARE_ENDPOINT: "http://127.0.0.1:4010",
      RESOURCESHARE_DEVICE_ACCESS_TOKEN: "env-token",
    };
    const read = (values: Record<string, unknown>) => readConfiguration(values, environment, { storedAs: "arguments" });
    expect(read({ ...canary, region: "cn-shanghai", accountId: "222", endpoint: "http://127.0.0.1:1" })).toMatchObject({
      endpoint: "http://127.0.0.1:1",
      account: {
        region: "cn-shanghai",
        accountId: "222",
        credentials: { kind: "key", accessKeyId: "stored-id", securityToken: undefined },
        sources: { credentials: "the provider's argument accessKeyId", region: "the provider's argument region" },
      },
    });
    expect(read({ profile: "mine" }).account.credentials).toEqual({ kind: "profile", profile: "mine" });
    expect(read({}).account).toMatchObject({ region: "cn-beijing", accountId: "111", credentials: { accessKeyId: "env-id" } });
    expect(() => read({ accessKeyId: "stored-id" })).toThrow("accessKeySecret: is missing beside accessKeyId: set both in one place");
    expect(read({ deviceRefreshToken: "mine" }).deviceAccessToken).toBeUndefined();
  });

  // (promise P-account-id)
  it("rejects an empty `accountId`, which would disable the account check", () => {
    const reason = "is empty: set it, or leave it out";
    expect(failuresOf({ accountId: "111" }, { RESOURCESHARE_ACCOUNT_ID: "" })).toEqual([`RESOURCESHARE_ACCOUNT_ID: ${reason}`]);
    expect(failuresOf({ "resourceshare:accountId": "" })).toEqual([`resourceshare:accountId: ${reason}`]);
    expect(failuresOf({ accounts: { a: { profile: "p", accountId: "" } } })).toEqual([`accounts.a.accountId: ${reason}`]);
    expect(failuresOf({ accountId: "" }, { RESOURCESHARE_ACCOUNT_ID: "111" })).toEqual([]);
  });

  // (promise P-credential-sources)
  it("takes the environment's credentials as a whole set, without the stored token", () => {
    const { account } = readConfiguration(
      { ...canary, securityToken: "stored-token" },
      { ALIBABA_CLOUD_ACCESS_KEY_ID: "env-id", ALIBABA_CLOUD_ACCESS_KEY_SECRET: "env-secret" },
    );
    expect(account.credentials).toMatchObject({ kind: "key", accessKeyId: "env-id", securityToken: undefined });
    const secret = account.credentials.kind === "key" ? account.credentials.accessKeySecret.open() : "";
    expect(secret).toBe("env-secret");
  });

  // (promise P-credential-sources)
  it("rejects incomplete credentials instead of completing them from another source", () => {
    expect(failuresOf(canary, { ALIBABA_CLOUD_ACCESS_KEY_ID: "env-id" })).toEqual([
      "ALIBABA_CLOUD_ACCESS_KEY_SECRET: is missing beside ALIBABA_CLOUD_ACCESS_KEY_ID: set both in one place",
    ]);
    expect(failuresOf(canary, { ALIBABA_CLOUD_SECURITY_TOKEN: "t" })).toEqual([
      "ALIBABA_CLOUD_ACCESS_KEY_ID: is missing beside ALIBABA_CLOUD_SECURITY_TOKEN: set both in one place",
    ]);
    expect(failuresOf({ accessKeySecret: "s" })).toEqual(["accessKeyId: is missing beside accessKeySecret: set both in one place"]);
  });

  it.each([
    [{ ALIBABA_CLOUD_PROFILE: "env" }, canary, { kind: "profile", profile: "env" }],
    [{}, { ...canary, profile: "stored" }, { kind: "key", accessKeyId: "stored-id" }],
    [{}, { profile: "stored" }, { kind: "profile", profile: "stored" }],
    [{}, {}, { kind: "chain" }],
  ])("chooses credentials from %o and %o", (environment, stored, expected) => {
    expect(readConfiguration(stored, environment).account.credentials).toMatchObject(expected);
  });

  it("reads named accounts of the configuration, as an object or as JSON text", () => {
    const accounts = {
      key: { ...canary, region: "cn-beijing", accountId: 123 },
      file: { profile: "p" },
      role: { roleArn: "acs:ram::1:role/r", externalId: "x" },
    };
    const configuration = readConfiguration({ accounts, profile: "base" }, {});
    expect([...configuration.accounts.values()]).toMatchObject([
      { name: "key", accountId: "123", region: "cn-beijing", credentials: { kind: "key" } },
      { name: "file", region: "cn-hangzhou", credentials: { kind: "profile", profile: "p" } },
      {
        name: "role",
        credentials: { kind: "role", roleArn: "acs:ram::1:role/r", externalId: "x", base: { kind: "profile", profile: "base" } },
      },
    ]);
    expect(readConfiguration({ accounts: JSON.stringify(accounts), profile: "base" }, {})).toEqual(configuration);
  });

  it("names all wrong keys of the configuration at once", () => {
    const values = {
      region: "https://evil/",
      endpoint: "http://example.com",
      stsEndpoint: "nonsense",
      deviceEndpoint: "foo",
      accessKeyId: '"k"',
      accessKeySecret: "s\n",
      deviceAccessToken: " t",
      timeoutSeconds: -1,
      requestTimeoutSeconds: "soon",
      maxAttempts: 1.5,
      trace: "perhaps",
      accountId: {},
      accounts: {
        a: 1,
        b: {},
        c: { profil: "p", profile: "p" },
        d: { accessKeyId: "x" },
        e: { profile: "p", externalId: "x" },
        f: { profile: "p", region: "A B", accountId: "owner" },
      },
    };
    expect(failuresOf(values).map((failure) => failure.split(": ")[0])).toEqual([
      ...["region", "accountId", "accounts.a", "accounts.b", "accounts.c.profil", "accounts.d.accessKeySecret", "accounts.e.externalId"],
      ...["accounts.f.accountId", "accounts.f.region", "endpoint", "stsEndpoint"],
      ...["timeoutSeconds", "requestTimeoutSeconds", "maxAttempts", "trace", "deviceEndpoint", "deviceAccessToken"],
      ...["accessKeyId", "accessKeySecret"],
    ]);
    expect(failuresOf(values).join()).toContain("did you mean profile?");
    const blanks = "begins or ends with a blank or a quotation mark: remove it";
    expect(failuresOf(values)).toEqual(
      expect.arrayContaining([
        ...["accessKeyId", "accessKeySecret", "deviceAccessToken"].map((key) => `${key}: ${blanks}`),
        "deviceEndpoint: must be a URL, as https://HOST or http://127.0.0.1:PORT",
      ]),
    );
    expect(failuresOf({ endpoint: "localhost:4010" })).toEqual(["endpoint: must be a URL, as https://HOST or http://127.0.0.1:PORT"]);
    expect(failuresOf({ accounts: { a: { acessKeyId: "a", accessKeySecret: "s" } } })).toEqual([
      "accounts.a.acessKeyId: is not known; did you mean accessKeyId?",
    ]);
    expect(failuresOf({ accountId: "owner" })).toEqual(["accountId: must be the id of an account, which has digits only"]);
  });

  it("reads null and empty texts of the configuration as not set, and flags in any case", () => {
    const values = { region: null, accountId: null, endpoint: "", accounts: null, timeoutSeconds: "", trace: "FALSE" };
    expect(readConfiguration(values, {})).toEqual({ ...readConfiguration({}, {}), trace: false });
    expect(readConfiguration({ accounts: "", trace: "True" }, {})).toEqual(readConfiguration({}, {}));
  });

  it("accepts numbers in the configuration above zero, up to a million", () => {
    expect(readConfiguration({ timeoutSeconds: 1_000_000 }, {}).timeoutMs).toBe(1e9);
    for (const timeoutSeconds of [0, 1_000_001, "Infinity", "NaN"]) expect(failuresOf({ timeoutSeconds })).toHaveLength(1);
    expect(failuresOf({ region: "evil.example/cn-hangzhou" })).toHaveLength(1);
  });

  it("names the environment variable or the stored key of a wrong configuration value", () => {
    const environment = {
      RESOURCESHARE_MAX_ATTEMPTS: "many",
      ALIBABA_CLOUD_REGION_ID: "X Y",
      RESOURCESHARE_ACCOUNTS: '{"a": {"profil": "p"}}',
    };
    const stored = { "resourceshare:trace": "perhaps", "resourceshare:endpoint": "http://example.com", "resourceshare:accessKeyId": "k" };
    expect(failuresOf({ ...stored, "resourceshare:timeoutSeconds": -1 }, environment).map((failure) => failure.split(": ")[0])).toEqual([
      ...["ALIBABA_CLOUD_REGION_ID", "RESOURCESHARE_ACCOUNTS.a.profil", "RESOURCESHARE_ACCOUNTS.a", "resourceshare:endpoint"],
      ...["resourceshare:timeoutSeconds", "RESOURCESHARE_MAX_ATTEMPTS", "resourceshare:trace", "resourceshare:accessKeySecret"],
    ]);
  });

  it("names the place in `accounts` where a text is not JSON", () => {
    const form = 'must be an object, or the JSON text of one, as {"consumer": {"accessKeyId": "…", "accessKeySecret": "…"}}';
    expect(failuresOf({}, { RESOURCESHARE_ACCOUNTS: "{consumer:{accessKeyId:LTAI}}" })).toEqual([
      `RESOURCESHARE_ACCOUNTS: ${form}; the text is not JSON from line 1, column 2 on`,
    ]);
    for (const accounts of ["[]", [{ name: "consumer" }], 5])
      expect(failuresOf({ "resourceshare:accounts": accounts })).toEqual([`resourceshare:accounts: ${form}`]);
  });

  it("rejects an account of the configuration that names two sources of credentials", () => {
    const consumer = { accessKeyId: "id", accessKeySecret: "secret", profile: "other" };
    expect(failuresOf({ "resourceshare:accounts": { consumer } })).toEqual([
      "resourceshare:accounts.consumer.profile: excludes accessKeyId: name one source of credentials",
    ]);
  });

  // (promise P-errors)
  it("repeats no value of the configuration in error messages", () => {
    const values = { endpoint: "http://canary.example", accounts: "canary{", trace: "canary", region: "canary!", maxAttempts: "canary" };
    expect(failuresOf(values)).toHaveLength(5);
    expect(failuresOf(values).join()).not.toContain("canary");
  });

  // (promise P-errors)
  it("prints a configuration without its secrets", () => {
    const accounts = { a: { ...canary, securityToken: "canary-token" } };
    const configuration = readConfiguration(
      { ...canary, accounts, deviceAccessToken: "canary-device", deviceRefreshToken: "canary-refresh" },
      {},
    );
    const shown = inspect(configuration, { depth: 10, showHidden: true }) + JSON.stringify([configuration, [...configuration.accounts]]);
    expect(shown).not.toContain("canary");
  });
});
