import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { packageFindings } from "../../../../scripts/check/package-findings.mjs";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
beforeEach(() => void (folder = temporaryFolder(onTestFinished)));

/** Writes a package with the files, and packs it as npm does. */
function pack(files: Readonly<Record<string, string>>): string {
  mkdirSync(join(folder, "package"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "package", name), text);
  const packed = join(folder, "packed.tgz");
  execFileSync("tar", ["-czf", packed, "-C", folder, "package"]);
  return packed;
}

const manifest = (exports: object) =>
  JSON.stringify({ name: "sound", version: "1.0.0", type: "commonjs", main: "./index.js", types: "./index.d.ts", exports });

test("reports a missing file of the manifest, and types of the wrong module system", async () => {
  const packed = pack({
    "package.json": manifest({ ".": { types: "./index.d.ts", import: "./index.mjs", default: "./missing.js" } }),
    "index.js": "exports.one = 1;\n",
    "index.mjs": "export const one = 1;\n",
    "index.d.ts": "export const one: number;\n",
  });
  const findings = await packageFindings(join(folder, "package"), packed);
  expect(findings).toEqual(expect.arrayContaining([expect.stringContaining("missing.js"), expect.stringContaining("types: FalseCJS")]));
});
