import { expect, test } from "vitest";
import { unknownKeys } from "../../../../provider/host/unknown-keys.ts";

test("names the nearest key for an unknown key of the configuration", () => {
  const values = {
    "resourceshare:regoin": "x",
    "resourceshare:region": "x",
    "resourceshare:colour": "x",
    "resourceshare:plugin": "true",
    "resourcshare:region": "x",
    "shop:regoin": "x",
  };
  expect(unknownKeys(values, {})).toEqual([
    "resourceshare:regoin is not a key of the configuration and has no effect; did you mean resourceshare:region?",
    "resourceshare:colour is not a key of the configuration and has no effect",
    "resourcshare:region is not a key of the configuration and has no effect; did you mean resourceshare:region?",
  ]);
});

test("names the command that sets a part of a structured configuration key", () => {
  expect(unknownKeys({ "resourceshare:accounts.consumer.accessKeySecret": "x" }, {})).toEqual([
    expect.stringContaining("`pulumi config set --path --secret resourceshare:accounts.consumer.accessKeySecret`"),
  ]);
  expect(unknownKeys({ "resourceshare:accounts.consumer.accessKeyId": "x" }, {})).toEqual([
    "resourceshare:accounts.consumer.accessKeyId is not a key of the configuration and has no effect; to set a part of resourceshare:accounts, write `pulumi config set --path resourceshare:accounts.consumer.accessKeyId`",
  ]);
});

test("names the own region key for what only other tools of the cloud read, where no region is set", () => {
  const environment = { ALICLOUD_REGION: "cn-shanghai", ALIBABACLOUD_REGION_ID: "x" };
  const notRead = (name: string) => `${name} is not read by resourceshare: set ALIBABA_CLOUD_REGION_ID, or resourceshare:region`;
  expect(unknownKeys({ "alicloud:region": "cn-shanghai" }, environment)).toEqual(
    ["ALICLOUD_REGION", "ALIBABACLOUD_REGION_ID", "alicloud:region"].map(notRead),
  );
  expect(unknownKeys({ "resourceshare:region": "x" }, environment)).toEqual([]);
  // The arguments of an explicit provider.
  expect(unknownKeys({ region: "x" }, environment)).toEqual([]);
  expect(unknownKeys({ "alicloud:region": "x" }, { ALIBABA_CLOUD_REGION_ID: "x" })).toEqual([]);
});

test("names the own credentials for those that only other tools of the cloud read, where no access key and no profile is set", () => {
  const environment = { ALIBABACLOUD_ACCESS_KEY_ID: "x", ALIYUN_ACCESS_KEY_ID: "y" };
  const ours = "is not read by resourceshare: set ALIBABA_CLOUD_ACCESS_KEY_ID, or resourceshare:accessKeyId";
  expect(unknownKeys({ "alicloud:accessKey": "x" }, environment)).toEqual([
    `ALIBABACLOUD_ACCESS_KEY_ID ${ours}`,
    `ALIYUN_ACCESS_KEY_ID ${ours}`,
    `alicloud:accessKey ${ours}`,
  ]);
  expect(unknownKeys({ "resourceshare:profile": "x" }, environment)).toEqual([]);
  expect(unknownKeys({ accessKeyId: "x", accessKeySecret: "x" }, environment)).toEqual([]);
  expect(unknownKeys({}, { ...environment, ALIBABA_CLOUD_ACCESS_KEY_ID: "x" })).toEqual([]);
});

test.each([
  [{}, { ALIBABA_CLOUD_PROFILE: "p", ALIBABA_CLOUD_ACCESS_KEY_ID: "x" }, "ALIBABA_CLOUD_PROFILE", "ALIBABA_CLOUD_ACCESS_KEY_ID"],
  [{ "resourceshare:profile": "p", "resourceshare:accessKeyId": "x" }, {}, "resourceshare:profile", "resourceshare:accessKeyId"],
  [{ profile: "p", accessKeyId: "x" }, {}, "profile", "accessKeyId"],
])("names a profile beside an access key, which wins: %j, %j", (values, environment, profile, key) => {
  expect(unknownKeys(values, environment)).toEqual([`${profile} has no effect beside ${key}: remove one of them`]);
});

test("compares a profile with the access key of the same explicit provider, whose arguments win over the environment", () => {
  const environment = { ALIBABA_CLOUD_PROFILE: "p", ALIBABA_CLOUD_ACCESS_KEY_ID: "x" };
  expect(unknownKeys({ accessKeyId: "x" }, environment, "arguments")).toEqual([]);
  expect(unknownKeys({ profile: "p", accessKeyId: "x" }, environment, "arguments")).toEqual([
    "profile has no effect beside accessKeyId: remove one of them",
  ]);
});

test("accepts a stored profile beside an access key in the environment, which wins as a whole set", () => {
  expect(unknownKeys({ "resourceshare:profile": "p" }, { ALIBABA_CLOUD_ACCESS_KEY_ID: "x" })).toEqual([]);
});

test("names the nearest variable for a misspelt one, and accepts other variables with the prefixes", () => {
  const environment = {
    RESOURCESHARE_ENDPIONT: "x",
    RESOURCESHARE_ENDPOINT: "x",
    RESOURCESHARE_REGION: "x",
    RESOURCESHARE_CACHE_DIR: "x",
    ALIBABA_CLOUD_REGIONID: "x",
    ALIBABA_CLOUD_REGION: "x",
    RESOURCESHARE_TIMEOUT: "5",
    RESOURCESHARE_TIMOUT: "5",
    ALIBABA_CLOUD_ACCESS_KEY_ID: "x",
    ALIBABA_CLOUD_ECS_METADATA: "x",
  };
  expect(unknownKeys({}, environment)).toEqual([
    "the environment variable RESOURCESHARE_ENDPIONT has no effect; did you mean RESOURCESHARE_ENDPOINT?",
    "the environment variable RESOURCESHARE_REGION has no effect; did you mean ALIBABA_CLOUD_REGION_ID?",
    "the environment variable ALIBABA_CLOUD_REGIONID has no effect; did you mean ALIBABA_CLOUD_REGION_ID?",
    "the environment variable ALIBABA_CLOUD_REGION has no effect; did you mean ALIBABA_CLOUD_REGION_ID?",
    "the environment variable RESOURCESHARE_TIMEOUT has no effect; did you mean RESOURCESHARE_TIMEOUT_SECONDS?",
    "the environment variable RESOURCESHARE_TIMOUT has no effect; did you mean RESOURCESHARE_TIMEOUT_SECONDS?",
  ]);
});
