import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rejectionsOf } from "./rejections.ts";

const key = { ALIBABA_CLOUD_ACCESS_KEY_ID: "env-id", ALIBABA_CLOUD_ACCESS_KEY_SECRET: "env-secret" };
const storedKey = { accessKeyId: "stored-id", accessKeySecret: "stored-secret" };
const endpoint = "https://service.example";
const role = { roleArn: "acs:ram::1000000000000002:role/share" };

const refused = (...configuration: Parameters<typeof rejectionsOf>) =>
  rejectionsOf(...configuration).flatMap(({ property, reason }) => (reason.includes("nothing was sent") ? [property] : []));

// (promise P-trusted-endpoints)
it("checks stored endpoints wherever a configuration is read, except where the program of that configuration runs", () => {
  const readers = globSync(["provider/**/*.ts", "access/**/*.ts", "sdk/**/*.ts", "cli/**/*.ts"]).flatMap((file) => {
    const calls = readFileSync(file, "utf8").matchAll(/^(?! \*|export function).*\breadConfiguration\((?!\))[^;]*/gm);
    return Array.from(calls, ([call]) => `${file}: ${/trustsEndpoints(: true)?/.exec(call)?.[0] ?? "checked"}`);
  });
  expect(readers.toSorted()).toEqual([
    "cli/doctor.ts: trustsEndpoints",
    "cli/doctor/settings.ts: trustsEndpoints",
    "cli/input/clients.ts: trustsEndpoints",
    "cli/verify/dry-run.ts: checked",
    "provider/host/process.ts: trustsEndpoints: true",
    "provider/plugin/configure.ts: trustsEndpoints: true",
    "provider/plugin/configure.ts: trustsEndpoints: true",
    "sdk/binding/invoke.ts: trustsEndpoints: true",
    "sdk/fleet/run/owner-headroom.ts: checked",
    "sdk/policy/policy-document.ts: checked",
  ]);
});

describe("a stored endpoint outside the vendor's hosts", () => {
  it.each(["endpoint", "stsEndpoint", "deviceEndpoint"])(
    "rejects %s as a stored endpoint when the key is from the environment",
    (property) => {
      expect(refused({ [property]: endpoint }, key)).toEqual([property]);
    },
  );

  it.each([
    ["a key beside it that the environment overrides", storedKey, key],
    ["a profile in the environment", {}, { ALIBABA_CLOUD_PROFILE: "mine" }],
    ["a profile that the project names", { profile: "mine" }, {}],
    ["the default credential chain", {}, {}],
    ["accounts in the environment", storedKey, { RESOURCESHARE_ACCOUNTS: JSON.stringify({ a: storedKey }) }],
    ["an account that names a profile", { ...storedKey, accounts: { a: { profile: "mine" } } }, {}],
    ["a role that is assumed with the environment's key", { accounts: { a: role } }, key],
    ["a role that is assumed with a profile", { ...storedKey, accounts: { a: { ...role, profile: "mine" } } }, {}],
    ["a user's token in the environment", storedKey, { RESOURCESHARE_DEVICE_ACCESS_TOKEN: "token" }],
    ["a user's refresh token in the environment", storedKey, { RESOURCESHARE_DEVICE_REFRESH_TOKEN: "token" }],
  ])("rejects a stored endpoint outside the vendor's hosts with %s", (_name, values, environment) => {
    expect(refused({ endpoint, ...values }, environment)).toEqual(["endpoint"]);
  });

  it.each([
    ["keys that are stored beside it", storedKey],
    ["a role that is assumed with a stored key", { ...storedKey, accounts: { a: role, b: { ...role, ...storedKey } } }],
  ])("calls a stored endpoint outside the vendor's hosts with %s", (_name, values) => {
    expect(refused({ endpoint, ...values })).toEqual([]);
  });

  it("ignores the stored endpoint when the environment names one", () => {
    expect(refused({ endpoint }, { ...key, RESOURCESHARE_ENDPOINT: "https://mine.example" })).toEqual([]);
    expect(refused({ endpoint, stsEndpoint: endpoint }, { ...key, RESOURCESHARE_ENDPOINT: "https://mine.example" })).toEqual([
      "stsEndpoint",
    ]);
  });
});

describe("with the environment's key, a stored endpoint at", () => {
  it.each([
    "https://resourcesharing.cn-hangzhou.aliyuncs.com",
    "https://resourcesharing-vpc.cn-hangzhou.aliyuncs.com",
    "https://sts.aliyuncs.com",
    "https://STS.eu-central-1.ALIYUNCS.com:443",
    "https://openapi.aligenie.com",
    "http://127.0.0.1:4010",
  ])("trusts %s as a stored endpoint with the environment's key", (url) => {
    expect(refused({ endpoint: url, stsEndpoint: url, deviceEndpoint: url }, key)).toEqual([]);
  });

  it.each([
    "https://aliyuncs.com.service.example",
    "https://evilaliyuncs.com",
    "https://sts.cn-hangzhou.evilaliyuncs.com",
    "https://sts-cn-hangzhou.aliyuncs.com",
    "https://sts.oss-cn-hangzhou.aliyuncs.com",
    "https://alb-1.cn-hangzhou.alb.aliyuncs.com",
    "https://sts.cn-hangzhou.aliyuncs.com.",
    "https://openapi.aligenie.com.service.example",
    "https://my.openapi.aligenie.com",
  ])("rejects %s as a stored endpoint with the environment's key", (url) => {
    expect(refused({ endpoint: url }, key)).toEqual(["endpoint"]);
  });
});
