import { expect, test } from "vitest";
import type { Engine } from "../../provider/dynamic/engine.ts";
import { host } from "../../provider/dynamic/process.ts";
import { silentLog } from "../../provider/kernel/log.ts";
import { resources } from "../../provider/resources/index.ts";

const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
const accounts = JSON.stringify({ consumer: { accessKeyId: "id", accessKeySecret: "secret" } });

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
    { property: "account", reason: '"consumr" is not known; known are consumer; did you mean consumer?' },
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
