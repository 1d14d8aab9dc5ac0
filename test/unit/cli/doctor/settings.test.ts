import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { examineSettings } from "../../../../cli/doctor/settings.ts";
import { project } from "../project.ts";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [
    { network: { accessKeySecret: "s" }, other: { accessKeyId: "i" } },
    ["pulumi config set --path --secret resourceshare:accounts.network.accessKeySecret"],
  ],
  [
    { a: { accessKeySecret: "s", securityToken: "t" }, b: { accessKeySecret: "s" } },
    ["a.accessKeySecret", "a.securityToken", "b.accessKeySecret"].map(
      (path) => `pulumi config set --path --secret resourceshare:accounts.${path}`,
    ),
  ],
  [{ "eu.prod": { accessKeySecret: "s" } }, [`pulumi config set --path --secret 'resourceshare:accounts["eu.prod"].accessKeySecret'`]],
  ['{"network":{"accessKeySecret":"s"}}', ["pulumi config set --secret resourceshare:accounts"]],
])("makes `doctor` name the command that encrypts each secret of the accounts %j", async (value, commands) => {
  using place = project();
  place.print("config --json --show-secrets", { "resourceshare:accounts": { value, secret: false } });
  vi.stubEnv("PATH", place.env["PATH"]);
  const { findings } = await examineSettings({ folder: place.folder, trustsEndpoints: false });
  expect(findings.filter(({ message }) => message.endsWith("in clear text")).map(({ fix }) => fix)).toEqual(
    commands.map((command) => expect.stringContaining(`store it by ${command}, and create a new secret if others could read this one`)),
  );
});

test("warns in `doctor` of keys whose namespace is misspelt or another tool's", async () => {
  using place = project();
  const stored = { "resourcshare:region": "cn-beijing", "alicloud:region": "cn-beijing", "shop:colour": "x" };
  place.print("config --json --show-secrets", Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, { value }])));
  vi.stubEnv("PATH", place.env["PATH"]);
  const { findings } = await examineSettings({ folder: place.folder, trustsEndpoints: false });
  expect(findings.flatMap(({ level, message }) => (level === "warning" ? [message.split(" ", 1)[0]] : []))).toEqual([
    "resourcshare:region",
    "alicloud:region",
  ]);
});

test("warns in `doctor` of a key of the provider that was set without its namespace, and has no value with it", async () => {
  using place = project();
  const stored = {
    "shop:region": "cn-beijing",
    "shop:accountId": "1",
    "resourceshare:accountId": "1",
    "shop:colour": "x",
    "other:region": "x",
  };
  place.print("config --json --show-secrets", Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, { value }])));
  vi.stubEnv("PATH", place.env["PATH"]);
  const { findings } = await examineSettings({ folder: place.folder, trustsEndpoints: false });
  expect(findings.map(({ message, fix }) => [message, fix])).toEqual([
    ["shop:region is for the program only", "if it is meant for the provider, set resourceshare:region"],
  ]);
});

test("warns in `doctor` of stored accounts that the environment hides", async () => {
  using place = project();
  place.print("config --json --show-secrets", { "resourceshare:accounts": { value: '{"a":{"profile":"p"}}', secret: true } });
  vi.stubEnv("PATH", place.env["PATH"]);
  const messages = async () =>
    (await examineSettings({ folder: place.folder, trustsEndpoints: false })).findings.map(({ message }) => message);
  expect(await messages()).not.toContainEqual(expect.stringContaining("hides"));
  vi.stubEnv("RESOURCESHARE_ACCOUNTS", '{"b":{"profile":"p"}}');
  expect(await messages()).toContain("RESOURCESHARE_ACCOUNTS hides resourceshare:accounts");
});

test("advises a login in `doctor` when `pulumi` has no backend", async () => {
  using place = project();
  writeFileSync(join(place.folder, "pulumi"), "#!/bin/sh\necho 'error: PULUMI_ACCESS_TOKEN must be set' >&2\nexit 255\n");
  vi.stubEnv("PATH", place.env["PATH"]);
  const { findings } = await examineSettings({ folder: place.folder, trustsEndpoints: false });
  expect(findings.map(({ fix }) => fix)).toEqual(["run pulumi login, or pulumi login --local, or set PULUMI_BACKEND_URL"]);
});
