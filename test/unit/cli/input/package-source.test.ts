import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { packageSource } from "../../../../cli/input/package-source.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder = "";
let installed = "";
beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
  installed = join(folder, "project/node_modules/pulumi-resourceshare");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(folder, "packed.tgz"), "");
});

/** Writes what npm records about an installation. */
function recorded(resolved: string): void {
  const packages = { "node_modules/pulumi-resourceshare": { resolved } };
  writeFileSync(join(folder, "project/node_modules/.package-lock.json"), JSON.stringify({ packages }));
}

test("installs the package in the program of `adopt` from the packed file that npm has installed it from", () => {
  recorded("file:../packed.tgz");
  expect(packageSource(installed)).toBe(`file:${folder}/packed.tgz`);
});

test("installs a downloaded package from its packed file's address, not by a name that a registry resolves", () => {
  recorded("https://downloads.example/pulumi-resourceshare-0.1.0.tgz");
  expect(packageSource(installed)).toBe("https://downloads.example/pulumi-resourceshare-0.1.0.tgz");
});

test("installs the package in the program of `adopt` from its folder when npm has recorded no source", () => {
  expect(packageSource(installed)).toBe(`file:${installed}`);
});
