import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Engine } from "../../../../provider/host/engine.ts";
import { host } from "../../../../provider/host/process.ts";
import { silentLog } from "../../../../provider/kernel/log.ts";
import { resources } from "../../../../provider/resources/index.ts";

const home = mkdtempSync(join(tmpdir(), "resourceshare-home-"));
const other = mkdtempSync(join(tmpdir(), "resourceshare-home-"));
mkdirSync(join(other, ".aliyun"));
writeFileSync(join(other, ".aliyun/config.json"), JSON.stringify({ profiles: [{ name: "work" }] }));
const key = { accessKeyId: "id", accessKeySecret: "secret" };

beforeEach(() => vi.stubEnv("HOME", home));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => [home, other].forEach((folder) => rmSync(folder, { recursive: true })));

/** The warnings of two checks of resources in one place. */
async function warningsFor(configuration: Record<string, unknown>, place: Record<string, unknown> = {}): Promise<string[]> {
  const warnings: string[] = [];
  const engine: Engine = { ...silentLog, warn: (message) => void warnings.push(message), assertAlive: () => Promise.resolve() };
  const one = host(resources, engine);
  one.configure(configuration);
  expect([...(await one.checkPlacement(place)), ...(await one.checkPlacement(place))]).toEqual([]);
  return warnings;
}

test("warns once, without a call, that no credentials are configured", async () => {
  expect(await warningsFor({})).toEqual([expect.stringMatching(/^no credentials are configured: .*set ALIBABA_CLOUD_ACCESS_KEY_ID and/)]);
  expect(await warningsFor(key)).toEqual([]);
});

test("warns of a profile that no file has, by the profile's name", async () => {
  expect(await warningsFor({ profile: "wrok" })).toEqual([
    'profile "wrok" is configured, but neither ~/.aliyun/config.json nor ~/.alibabacloud/credentials has it: check the name, or create it with `aliyun configure --profile wrok`',
  ]);
});

test("warns of a region that is probably misspelt, in the configuration and in an argument", async () => {
  const warning = (place: string) => [`region "cn-shangai" (from ${place}) is not a documented region; did you mean cn-shanghai?`];
  expect(await warningsFor({ ...key, region: "cn-shangai" })).toEqual(warning("region"));
  expect(await warningsFor(key, { region: "cn-shangai" })).toEqual(warning("the argument `region`"));
  expect(await warningsFor(key, { region: "antarctica-1" })).toEqual([]);
});

test("warns once of an endpoint on this machine where no process listens", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens has a port.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await warningsFor({ ...key, endpoint })).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
  const warning = `${endpoint} refuses connections, so that \`pulumi up\` will fail; nothing listens there: start the simulated service`;
  expect(await warningsFor({ ...key, endpoint })).toEqual([expect.stringContaining(warning)]);
});
