import { afterEach, expect, test, vi } from "vitest";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { resources } from "../../../../provider/resources/index.ts";

const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
const accounts = JSON.stringify({ consumer: { accessKeyId: "id", accessKeySecret: "secret" } });

afterEach(() => {
  vi.unstubAllEnvs();
});

// (promise P-backend-digest)
test("distinguishes two backends of the engine's environment, also when the program knows only one", () => {
  const originOf = (url: string) => {
    vi.stubEnv("PULUMI_BACKEND_URL", url);
    return host(resources, engine).stateOrigin("0123abcd");
  };
  expect(originOf("s3://one")).toMatch(/^[0-9a-f]{16}$/);
  expect(originOf("s3://one")).toBe(originOf("s3://one/"));
  expect(originOf("s3://one")).not.toBe(originOf("s3://two"));
});

test("returns a driver once the configuration has arrived, not before", async () => {
  const one = host(resources, engine);
  let isGiven = false;
  const driver = one.driver("ResourceShare").then(() => (isGiven = true));
  await new Promise(setImmediate);
  expect(isGiven).toBe(false);
  one.configure({});
  await driver;
  expect(isGiven).toBe(true);
});

test("returns the same driver for a kind", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect(await one.driver("ResourceShare")).toBe(await one.driver("ResourceShare"));
  expect(await one.driver("ResourceShare")).not.toBe(await one.driver("ShareTags"));
});

test("reports a wrong configuration from every operation, not only the first", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:endpoint": "http://example.com" });
  await expect(one.driver("ResourceShare")).rejects.toThrow("endpoint");
  await expect(one.driver("ShareTags")).rejects.toThrow("endpoint");
});

test("uses the first configuration that arrives", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:accounts": accounts });
  one.configure({});
  await expect(one.checkPlacement({ account: "consumer" })).resolves.toEqual([]);
});

test("reports an account that is not configured with the configured names", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:accounts": accounts });
  expect(await one.checkPlacement({ account: "consumr" })).toEqual([
    { property: "account", reason: '"consumr" is not known; known are consumer (from resourceshare:accounts); did you mean consumer?' },
  ]);
});

test("reports an invalid region", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect((await one.checkPlacement({ region: "cn hangzhou" })).map(({ property }) => property)).toEqual(["region"]);
});

test("accepts an unknown or absent account and region in check", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect(await one.checkPlacement({ account: Symbol("unknown") })).toEqual([]);
  expect(await one.checkPlacement({})).toEqual([]);
});
