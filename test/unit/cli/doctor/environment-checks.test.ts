import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { examineMachine } from "../../../../cli/doctor/environment-checks.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

test("expects npm packages in `doctor` only in a project with a package.json", async () => {
  const folder = temporaryFolder(onTestFinished);
  const missing = async () => (await examineMachine(folder, true)).filter(({ message }) => message.startsWith("is not installed"));
  expect(await missing()).toEqual([]);
  writeFileSync(join(folder, "package.json"), "{}");
  expect((await missing()).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    "problem @pulumi/pulumi",
    "problem pulumi-resourceshare",
  ]);
});
