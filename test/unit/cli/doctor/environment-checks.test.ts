import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { examineMachine, satisfies } from "../../../../cli/doctor/environment-checks.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

test.each([
  ["22.19.0", ">=22.19", true],
  ["24.0.1", ">=22.19", true],
  ["22.18.9", ">=22.19", false],
  ["3.220.0", "^3.220.0", true],
  ["3.219.9", "^3.220.0", false],
  ["4.0.0", "^3.220.0", false],
  ["3.251.0-alpha.1", "^3.220.0", true],
])("compares the version %s with the range %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test("expects npm packages in a project only where it has a package.json", async () => {
  const folder = temporaryFolder(onTestFinished);
  const missing = async () => (await examineMachine(folder, true)).filter(({ message }) => message.startsWith("is not installed"));
  expect(await missing()).toEqual([]);
  writeFileSync(join(folder, "package.json"), "{}");
  expect((await missing()).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    "problem @pulumi/pulumi",
    "problem pulumi-resourceshare",
  ]);
});
