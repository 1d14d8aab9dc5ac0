import { afterEach, expect, test, vi } from "vitest";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { thing } from "../lifecycle/fixture.ts";
import { ResourceShare } from "../../../../provider/resources/share/resource-share.ts";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";

const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
const accounts = JSON.stringify({ consumer: { accessKeyId: "id", accessKeySecret: "secret" } });

afterEach(() => {
  vi.unstubAllEnvs();
});

// (promise P-backend-digest)
test("returns a different state origin for each backend, also for one program", () => {
  const originOf = (url: string) => {
    vi.stubEnv("PULUMI_BACKEND_URL", url);
    return host(engine).stateOrigin("0123abcd");
  };
  expect(originOf("s3://one")).toMatch(/^[0-9a-f]{16}$/);
  expect(originOf("s3://one")).toBe(originOf("s3://one/"));
  expect(originOf("s3://one")).not.toBe(originOf("s3://two"));
});

test("returns a driver from the provider process once the configuration has arrived, not before", async () => {
  const one = host(engine);
  let isGiven = false;
  const driver = one.driver(thing()).then(() => (isGiven = true));
  await new Promise(setImmediate);
  expect(isGiven).toBe(false);
  one.configure({});
  await driver;
  expect(isGiven).toBe(true);
});

/** A host with a configuration. */
function configured(configuration: Record<string, unknown> = {}) {
  const one = host(engine);
  one.configure(configuration);
  return one;
}

test("warns once in the provider process, for all adopted objects, that a preview does not read them", async () => {
  const warnings: string[] = [];
  const one = host({ ...engine, warn: (message) => void warnings.push(message) });
  one.configure({});
  const driver = await one.driver(ResourceShare);
  for (const id of ["rs-000001", "rs-000002"]) expect(driver.check({ name: id, adopt: id }, { urn: id, isNew: true }).failures).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/^adopt: /)]);
});

test("reports a wrong configuration from every operation of the provider process, not only the first", async () => {
  const one = configured({ "resourceshare:endpoint": "http://example.com" });
  for (let count = 0; count < 2; count += 1) await expect(one.driver(thing())).rejects.toThrow("endpoint");
});

test("uses the first configuration that arrives in the provider process, and lists its accounts for an unknown account", async () => {
  const one = configured({ "resourceshare:accounts": accounts });
  one.configure({});
  await expect(one.checkPlacement({}, { account: "consumer" }, true, "urn")).resolves.toEqual([]);
  expect(await one.checkPlacement({}, { account: "consumr" }, true, "urn")).toEqual([
    {
      property: "account",
      reason: '"consumr" is not the name of an account; the names are consumer (from resourceshare:accounts); did you mean consumer?',
    },
  ]);
});

test("finds the region in arguments or the configuration, and reports its source", async () => {
  const one = configured({ "resourceshare:region": "cn-beijing", "resourceshare:accounts": accounts });
  const ofConfiguration = { regionId: "cn-beijing", source: "resourceshare:region" };
  expect(await one.configuredRegion({})).toEqual(ofConfiguration);
  expect(await one.configuredRegion({ account: "consumer" })).toEqual(ofConfiguration);
  expect(await one.configuredRegion({ region: "cn-shanghai" })).toEqual({ regionId: "cn-shanghai", source: "the argument `region`" });
  expect(await one.configuredRegion({ region: UNKNOWN })).toBeUndefined();
  expect(await one.configuredRegion({ account: UNKNOWN })).toBeUndefined();
});

test("reports the configured account as a wrong target of its own resource", async () => {
  const one = configured({ "resourceshare:accountId": "1000000000000001" });
  expect(
    (await one.checkPlacement({}, { targets: ["1000000000000002", { id: "1000000000000001" }] }, true, "urn")).map(
      ({ property }) => property,
    ),
  ).toEqual(["targets[1]"]);
  expect(await one.checkPlacement({}, { account: UNKNOWN, targets: ["1000000000000001"] }, true, "urn")).toEqual([]);
  expect(await configured().checkPlacement({}, { targets: ["1000000000000001"] }, true, "urn")).toEqual([]);
});

test("reports an ARN in `resourceArns` of another account than the configured one", async () => {
  const one = configured({ "resourceshare:accountId": "1000000000000001" });
  const arnOf = (account: string) => `acs:kms:cn-hangzhou:${account}:instance/kst-1`;
  const resourceArns = [arnOf("1000000000000001"), arnOf("1000000000000002"), arnOf(""), arnOf("system"), UNKNOWN];
  expect(await one.checkPlacement({}, { resourceArns }, true, "urn")).toEqual([
    {
      property: "resourceArns[1]",
      reason: "belongs to account 1000000000000002, the share to 1000000000000001: only its owner can share it",
    },
  ]);
  expect(await one.checkPlacement({}, { account: UNKNOWN, resourceArns }, true, "urn")).toEqual([]);
  expect(await configured().checkPlacement({}, { resourceArns }, true, "urn")).toEqual([]);
});

test("reports an invalid region, and accepts an unknown or absent account and region", async () => {
  const one = configured();
  expect((await one.checkPlacement({}, { region: "cn hangzhou" }, true, "urn")).map(({ property }) => property)).toEqual(["region"]);
  expect(await one.checkPlacement({}, { account: Symbol("unknown") }, true, "urn")).toEqual([]);
  expect(await one.checkPlacement({}, {}, true, "urn")).toEqual([]);
});
