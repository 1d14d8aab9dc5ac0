import { expect, test } from "vitest";
import type { Engine } from "../../provider/dynamic/engine.ts";
import { host } from "../../provider/dynamic/process.ts";
import { silentLog } from "../../provider/kernel/log.ts";
import { resources } from "../../provider/resources/index.ts";

const engine: Engine = { ...silentLog, assertAlive: () => Promise.resolve() };
const accounts = JSON.stringify({ consumer: { accessKeyId: "id", accessKeySecret: "secret" } });

test("a driver is given out once the configuration has arrived, not before", async () => {
  const one = host(resources, engine);
  let isGiven = false;
  const driver = one.driver("ResourceShare").then(() => (isGiven = true));
  await new Promise(setImmediate);
  expect(isGiven).toBe(false);
  one.configure({});
  await driver;
  expect(isGiven).toBe(true);
});

test("each kind has one driver", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect(await one.driver("ResourceShare")).toBe(await one.driver("ResourceShare"));
  expect(await one.driver("ResourceShare")).not.toBe(await one.driver("ShareTags"));
});

test("a wrong configuration is reported by every operation, not only by the first", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:endpoint": "http://example.com" });
  await expect(one.driver("ResourceShare")).rejects.toThrow("endpoint");
  await expect(one.driver("ShareTags")).rejects.toThrow("endpoint");
});

test("the configuration that arrives first counts", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:accounts": accounts });
  one.configure({});
  await expect(one.checkPlacement({ account: "consumer" })).resolves.toEqual([]);
});

test("an account that is not configured is a failure with the known names", async () => {
  const one = host(resources, engine);
  one.configure({ "resourceshare:accounts": accounts });
  expect(await one.checkPlacement({ account: "consumr" })).toEqual([
    { property: "account", reason: '"consumr" is not known; known are consumer; did you mean consumer?' },
  ]);
});

test("a region that cannot be one is a failure", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect((await one.checkPlacement({ region: "cn hangzhou" })).map(({ property }) => property)).toEqual(["region"]);
});

test("a place that is not known yet, or not named, is none of check's business", async () => {
  const one = host(resources, engine);
  one.configure({});
  expect(await one.checkPlacement({ account: Symbol("unknown") })).toEqual([]);
  expect(await one.checkPlacement({})).toEqual([]);
});
