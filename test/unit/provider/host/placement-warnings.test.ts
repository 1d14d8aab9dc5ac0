import { createServer } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { listen } from "../../../support/listen.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const home = temporaryFolder(afterAll);
const key = { accessKeyId: "id", accessKeySecret: "secret" };

beforeEach(() => vi.stubEnv("HOME", home));
afterEach(() => vi.unstubAllEnvs());

test("warns of a resource of another region than the share", async () => {
  const arns = ["cn-beijing", "cn-hangzhou", "", "*"].map((region) => `acs:kms:${region}:1000000000000001:instance/kst-1`);
  expect(await warningsFor(key, { resourceArns: [...arns, "arn:aws:ec2:eu-west-1:123456789012:subnet/subnet-1"] })).toEqual([
    "urn: resourceArns[0]: is in region cn-beijing, the share in cn-hangzhou: list it in a share of cn-beijing",
  ]);
});

/** The warnings of two checks of resources in one place. */
async function warningsFor(
  configuration: Record<string, unknown>,
  inputs: Record<string, unknown> = {},
  resource: { readonly isAction?: boolean } = {},
): Promise<string[]> {
  const warnings: string[] = [];
  const engine: Engine = {
    ...silentLog,
    warn: (message, { urn } = {}) => void warnings.push(urn === undefined ? message : `${urn}: ${message}`),
    assertAlive: () => Promise.resolve(),
  };
  const one = host(engine);
  one.configure(configuration);
  expect([
    ...(await one.checkPlacement(resource, inputs, true, "urn")),
    ...(await one.checkPlacement(resource, inputs, true, "urn")),
  ]).toEqual([]);
  return warnings;
}

test("warns once in a preview, without a call, that no credentials are configured", async () => {
  expect(await warningsFor({})).toEqual([expect.stringMatching(/^no credentials are configured: .*set ALIBABA_CLOUD_ACCESS_KEY_ID and/)]);
  expect(await warningsFor(key)).toEqual([]);
});

test("warns of a new DeviceAction without configured tokens of a user", async () => {
  const warning =
    "`pulumi up` will fail: deviceRefreshToken: there are no tokens of a user: set RESOURCESHARE_DEVICE_REFRESH_TOKEN, or the secret key resourceshare:deviceRefreshToken";
  const action = { action: "executeScene", args: { sceneId: "scene-night01" } };
  expect(await warningsFor(key, action, { isAction: true })).toEqual([warning]);
  expect(await warningsFor({ ...key, deviceAccessToken: "token" }, action, { isAction: true })).toEqual([]);
  expect(await warningsFor({ ...key, deviceRefreshToken: "token" }, action, { isAction: true })).toEqual([]);
  expect(await warningsFor(key, action)).toEqual([]);
});

test("warns of a configured credentials profile that no file has, by its name", async () => {
  expect(await warningsFor({ profile: "wrok" })).toEqual([
    'profile "wrok" is configured (from profile), but neither ~/.aliyun/config.json nor ~/.alibabacloud/credentials has it: check the name, or create it with `aliyun configure --profile wrok`',
  ]);
});

test("warns of a configured account id of too few digits", async () => {
  expect(await warningsFor({ ...key, accountId: "123" })).toEqual([
    'accountId: "123" is probably not the id of an account: such ids have 16 digits, and this has 3; check the digits',
  ]);
  expect(await warningsFor({ ...key, accountId: "1000000000000001" })).toEqual([]);
});

test("warns of a region that is probably misspelt, in the configuration and in an argument", async () => {
  const warning = (place: string) => [
    `region "cn-shangai" (from ${place}) is not a documented region, so calls will probably fail; did you mean cn-shanghai?`,
  ];
  expect(await warningsFor({ ...key, region: "cn-shangai" })).toEqual(warning("region"));
  expect(await warningsFor(key, { region: "cn-shangai" })).toEqual(warning("the argument `region`"));
  expect(await warningsFor(key, { region: "antarctica-1" })).toEqual([]);
});

test("warns once of an endpoint on this machine that refuses connections", async () => {
  const { url: endpoint, [Symbol.asyncDispose]: close } = await listen(createServer());
  expect(await warningsFor({ ...key, endpoint })).toEqual([]);
  await close();
  const warning = `${endpoint} refuses connections, so that \`pulumi up\` will fail; nothing listens there: start the simulated service`;
  expect(await warningsFor({ ...key, endpoint })).toEqual([expect.stringContaining(warning)]);
});

test("omits warnings about an empty region and account, which are failures already", async () => {
  expect(await warningsFor(key, { region: "", account: "" })).toEqual([]);
});
