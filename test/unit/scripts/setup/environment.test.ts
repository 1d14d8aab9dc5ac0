import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { pulumiEnvironment } from "../../../../scripts/setup/environment.mjs";
import { useSandbox } from "./sandbox.ts";

const machine = useSandbox((sandbox) => ({ RESOURCESHARE_CACHE_DIR: sandbox.cache }));

// (promise P-own-pulumi)
test("runs Pulumi in the set-up with its own home and state", () => {
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
test("passes nothing of the caller's login to the Pulumi CLI of the set-up", () => {
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
