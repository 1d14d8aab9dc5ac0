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
  ['{"network":{"accessKeySecret":"s"}}', ["pulumi config set --secret resourceshare:accounts"]],
])("makes `doctor` name the command that encrypts each secret of the accounts %j", async (value, commands) => {
  using place = project();
  place.print("config --json --show-secrets", { "resourceshare:accounts": { value, secret: false } });
  vi.stubEnv("PATH", place.env["PATH"]);
  const { findings } = await examineSettings({ folder: place.folder, trustsEndpoints: false });
  expect(findings.filter(({ message }) => message.endsWith("in clear text")).map(({ fix }) => fix)).toEqual(
    commands.map((command) => `store it by ${command}, and change it where others could read it`),
  );
});
