import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = join(import.meta.dirname, "../../..");
const folder = temporaryFolder(afterAll);

/** A module that makes a process believe that its Node is older. */
const older = join(folder, "older.cjs");
writeFileSync(older, `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });\n`);

const message = "pulumi-resourceshare needs Node 22.19 or newer, and this is Node 20.20.2: install Node 24 from https://nodejs.org";

test("reports an old Node on one line", () => {
  const words = ["--require", older, join(root, packageJson.bin.resourceshare), "doctor"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `resourceshare: ${message}\n` });
});

const entries = Object.entries(packageJson.exports).flatMap(([name, entry]) =>
  typeof entry === "string" ? [] : [entry.require.default, entry.import.default].map((file) => [name, file] as const),
);

test.each(entries)("reports an old Node without a stack trace when %s is imported (%s)", (_name, file) => {
  const program = `import(${JSON.stringify(join(root, file))}).catch((error) => console.log(error.stack))`;
  const { stdout } = spawnSync(process.execPath, ["--require", older, "--eval", program], { encoding: "utf8" });
  expect(stdout).toBe(`${message}\n`);
});
