import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertPluginFound } from "../../../../sdk/binding/plugin-presence.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);
const below = (name: string) => join(folder, name);
const [empty, home, bin, named] = [below("empty"), below("home"), below("bin"), below("named")];
for (const one of [empty, join(home, "plugins/resource-resourceshare-v0.1.0"), bin, named]) mkdirSync(one, { recursive: true });
writeFileSync(join(bin, "pulumi-resource-resourceshare"), "");
writeFileSync(join(empty, "Pulumi.yaml"), "name: resourceshare\nplugins:\n  providers:\n    - name: random\n      path: ../random\n");
writeFileSync(
  join(named, "Pulumi.yaml"),
  "name: net\nplugins:\n  providers:\n    - name: resourceshare\n      path: ../../provider/plugin\n",
);

beforeEach(() => {
  vi.stubEnv("PULUMI_HOME", empty);
  vi.stubEnv("PATH", empty);
});
afterEach(() => vi.unstubAllEnvs());

const check =
  (project: string, options: pulumi.ResourceOptions = {}) =>
  () =>
    assertPluginFound("Provider p", options, project);

test("reports which resource needs the plugin and the command that installs it, without a stack trace", () => {
  expect(check(empty)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(
        /^Provider p: needs the plugin "resourceshare", which is not in .*\/empty\/plugins \(where PULUMI_HOME or your home folder has plugins\).*: npm run plugin -- --platforms (\S+) && pulumi plugin install resource resourceshare \S+ --file dist\/plugin-archives\/pulumi-resource-resourceshare-v\S+-\1\.tar\.gz$/,
      ),
      __pulumiRunError: true,
    }),
  );
});

test("finds the plugin in Pulumi's home, on the PATH and in the project, and leaves downloads and unit tests to the engine", () => {
  expect(check(named)).not.toThrow();
  expect(check("")).not.toThrow();
  expect(check(empty, { pluginDownloadURL: "https://127.0.0.1" })).not.toThrow();
  vi.stubEnv("PATH", bin);
  expect(check(empty)).not.toThrow();
  vi.stubEnv("PATH", empty);
  vi.stubEnv("PULUMI_HOME", home);
  expect(check(empty)).not.toThrow();
});
