import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { cacheFolder, machineFolders, REPOSITORY } from "../../scripts/setup/paths.mjs";
import { Sandbox } from "./sandbox.ts";

let machine: Sandbox;

beforeEach(() => {
  machine = new Sandbox();
  vi.stubEnv("PATH", machine.shellPath);
  vi.stubEnv("RESOURCESHARE_CACHE_DIR", machine.cache);
});

afterEach(() => {
  vi.unstubAllEnvs();
  machine[Symbol.dispose]();
});

// (promise P-own-pulumi)
test("Pulumi runs on a home and a state of its own", () => {
  machine.program("cache/pulumi-3.250.0/bin/pulumi", "");
  const environment = pulumiEnvironment({ home: join(machine.root, "pulumi") });
  expect(environment).toMatchObject({
    PULUMI_HOME: join(machine.root, "pulumi"),
    PULUMI_BACKEND_URL: `file://${machine.root}/pulumi/state`,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  });
  expect(existsSync(join(machine.root, "pulumi", "state"))).toBe(true);
});

// (promise P-own-pulumi)
test("nothing of the caller's login reaches it", () => {
  machine.program("cache/pulumi-3.250.0/bin/pulumi", "");
  vi.stubEnv("PULUMI_ACCESS_TOKEN", "secret");
  vi.stubEnv("PULUMI_STACK", "production");
  vi.stubEnv("PULUMI_CONFIG_PASSPHRASE_FILE", "/etc/passphrase");
  const names = Object.keys(pulumiEnvironment({ home: machine.folder("pulumi") })).filter((name) => name.startsWith("PULUMI_"));
  expect(names).toEqual([
    "PULUMI_HOME",
    "PULUMI_BACKEND_URL",
    "PULUMI_CONFIG_PASSPHRASE",
    "PULUMI_SKIP_UPDATE_CHECK",
    "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION",
  ]);
});

test("its programs find the package's Node first, then the CLI and what belongs to it", () => {
  machine.program("cache/pulumi-3.250.0/bin/pulumi", "");
  const folders = pulumiEnvironment({ home: machine.folder("pulumi") })["PATH"]?.split(":") ?? [];
  expect(folders.slice(0, 2)).toEqual([join(REPOSITORY, "node_modules/.bin"), join(machine.cache, "pulumi-3.250.0/bin")]);
  expect(folders.slice(-3)).toEqual([machine.bin, "/usr/bin", "/bin"]);
});

test("without a CLI it says what to run", () => {
  vi.stubEnv("PATH", machine.path);
  expect(() => pulumiEnvironment({ home: machine.home })).toThrow("run node scripts/setup.mjs");
});

test("the cache folder is the user's to choose", () => {
  expect(cacheFolder({ RESOURCESHARE_CACHE_DIR: "/data/cache", XDG_CACHE_HOME: "/xdg", HOME: "/home/a" })).toBe("/data/cache");
  expect(cacheFolder({ XDG_CACHE_HOME: "/xdg", HOME: "/home/a" })).toBe("/xdg/pulumi-resourceshare");
  expect(cacheFolder({ HOME: "/home/a" })).toMatch(/^\/home\/a\/(\.cache|Library\/Caches)\/pulumi-resourceshare$/);
});

test("the machine's folders are those of the PATH that npm did not add", () => {
  expect(machineFolders("/srv/a/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/bin::/bin")).toEqual([
    "/usr/bin",
    "/bin",
  ]);
});
