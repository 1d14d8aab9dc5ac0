import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { writeSums } from "../../../../scripts/plugin/sums.mjs";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const script = join(import.meta.dirname, "../../../../scripts/release.mjs");
const PACKED = "pulumi-resourceshare-0.2.0.tgz";
const ARCHIVE = "pulumi-resource-resourceshare-v0.2.0-linux-amd64.tar.gz";

let folder: string;
let prepared: string;

beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
  prepared = join(folder, "release");
  mkdirSync(prepared);
  for (const name of [PACKED, ARCHIVE]) writeFileSync(join(prepared, name), name);
  writeSums(prepared);
  writeFileSync(join(prepared, "NOTES.md"), "notes\n");
  mkdirSync(join(folder, "bin"));
  // Each finds a version when a file says so, and writes down what it was asked for otherwise.
  for (const name of ["npm", "gh"]) {
    const text = `#!/bin/sh\ncase "$*" in *view*) cat "${folder}/published-${name}" 2>/dev/null; exit;; esac\necho "${name} $*" >> "${folder}/calls"\n`;
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
});

function publish(words: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter), ...variables };
  const { status, stderr } = spawnSync(process.execPath, [script, "--from", prepared, ...words], { encoding: "utf8", env });
  const calls = existsSync(join(folder, "calls"))
    ? readFileSync(join(folder, "calls"), "utf8").replaceAll(prepared, "release").split("\n")
    : [];
  return { status, stderr, calls: calls.filter((line) => line !== "") };
}

const onTag = { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v0.2.0" };

test("publishes the packed file of a release with provenance, and the release with its notes, files and sums", () => {
  expect(publish([], onTag)).toMatchObject({
    status: 0,
    calls: [
      `npm publish release/${PACKED} --provenance --access public`,
      `gh release create v0.2.0 --verify-tag --title v0.2.0 --notes-file release/NOTES.md release/${ARCHIVE} release/${PACKED} release/SHA256SUMS`,
    ],
  });
});

test("skips what is published already when a stopped release is repeated", () => {
  writeFileSync(join(folder, "published-npm"), "0.2.0\n");
  expect(publish([], onTag).calls).toEqual([expect.stringMatching(/^gh release create/)]);
  writeFileSync(join(folder, "published-gh"), "v0.2.0\n");
  expect(publish([], onTag).calls).toHaveLength(1);
});

// (promise P-release)
test.each([
  ["a branch", { GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "v0.2.0" }, "for a tag"],
  ["another version's tag", { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v0.3.0" }, "for its tag v0.2.0 only, and this is v0.3.0"],
  ["a machine that is no runner", {}, "for a tag"],
])("publishes no release for %s", (_, variables, message) => {
  expect(publish([], variables)).toMatchObject({ status: 1, stderr: expect.stringContaining(message), calls: [] });
});

// (promise P-release)
test("publishes no release when a file differs from its sum, or has none", () => {
  appendFileSync(join(prepared, PACKED), "changed");
  expect(publish([], onTag)).toMatchObject({ status: 1, stderr: expect.stringContaining(`the sums of ${PACKED} differ`), calls: [] });
  writeSums(prepared);
  execFileSync("sed", ["-i.old", `/${ARCHIVE}/d`, join(prepared, "SHA256SUMS")]);
  rmSync(join(prepared, "SHA256SUMS.old"));
  const { stderr, calls } = publish([], onTag);
  expect({ stderr, calls }).toEqual({ stderr: expect.stringContaining(`SHA256SUMS does not list ${ARCHIVE}`), calls: [] });
});
