import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeEnvFile } from "../../../../cli/simulate/env-file.ts";
import { credentialsIn, credentialsInFiles, programFolder } from "../../../../sdk/policy/credentials.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const accessKey = ["LTAI", "5tNobodysKey0001"].join("");

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(onTestFinished);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test("finds credentials in a resource's arguments at any depth and does not show them", () => {
  expect(
    credentialsIn({ tags: { a: accessKey }, targets: ["1", { id: "s", property: { password: "correct horse" } }], [accessKey]: "" }),
  ).toEqual([
    { path: "tags.a", shown: "LTAI…" },
    { path: "targets[1].property.password", shown: "corr…" },
    { path: expect.any(String), shown: "LTAI…" },
  ]);
});

test("does not report names and ids as credentials", () => {
  expect(
    credentialsIn({
      name: "password-vault",
      targets: ["1000000000000003"],
      resourceArns: ["acs:kms:r:1:instance/kst-demo01"],
      tags: { password: "no" },
    }),
  ).toEqual([]);
});

test("finds credentials in source files and settings, and names the line", () => {
  const folder = folderOf({
    "index.ts": `const a = 1;\nconst b = { accessKeySecret: "abcdefgh1234" };\n`,
    "Pulumi.dev.yaml": `config:\n  resourceshare:accessKeySecret: abcdefgh1234\n`,
    "lib/key.pem.ts": `export const k = "${accessKey}";\n`,
  });
  expect(credentialsInFiles(folder, []).map(({ path, line }) => `${path}:${line}`)).toEqual([
    "Pulumi.dev.yaml:2",
    "index.ts:2",
    "lib/key.pem.ts:1",
  ]);
  expect(credentialsInFiles(folder, ["lib/*", "*.yaml"]).map(({ path }) => path)).toEqual(["index.ts"]);
});

test("finds secrets by variable names, and in the password and query of an address, and names the first of each file", () => {
  const folder = folderOf({
    "index.ts": [
      'const settings = { DB_PASS: "abcdefgh1234" };',
      'const state = "postgres://pulumi:correct-horse@db/state";',
      'const hook = "https://host/hook?password=correct-horse";',
      "const other = `postgres://pulumi:${password}@db/state?password=${password}`;",
      'const page = "https://host:8080/list?mail=me@example.com";',
      'const primary_key = "abcdefgh1234";',
    ].join("\n"),
    "settings.env": "export GITLAB_PAT=abcdefgh1234\nPUBLIC_KEY=abcdefgh1234\n",
  });
  expect(credentialsInFiles(folder, []).map(({ path, line, shown, more }) => `${path}:${line} ${shown} ${more}`)).toEqual([
    ...["index.ts:1 abcd… 2", "settings.env:1 abcd… 0"],
  ]);
});

test("does not report the keys of the file of `simulate --write-env` as credentials", () => {
  const folder = folderOf({});
  const keys = [`export ALIBABA_CLOUD_ACCESS_KEY_ID=${accessKey}`];
  writeEnvFile(join(folder, "simulator.env"), keys);
  expect(credentialsInFiles(folder, [])).toEqual([]);
  writeFileSync(join(folder, "other.env"), keys.join("\n"));
  expect(credentialsInFiles(folder, []).map(({ path }) => path)).toEqual(["other.env"]);
});

test("does not report values that a program reads from elsewhere as credentials", () => {
  const folder = folderOf({
    "index.ts": "const accessKeySecret = process.env.SECRET;\nconst password = config.requireSecret('password');\n",
    "Pulumi.dev.yaml": "config:\n  resourceshare:accessKeySecret:\n    secure: v1:abcdefgh1234\n",
    "node_modules/a/index.js": `"${accessKey}"`,
    ".env": accessKey,
  });
  expect(credentialsInFiles(folder, [])).toEqual([]);
});

test("searches for credentials in the folder where pulumi was started, if its Pulumi.yaml names the project", () => {
  const folder = folderOf({ "Pulumi.yaml": 'name: "mine"\nruntime: nodejs\n' });
  expect(programFolder({ PWD: folder, PULUMI_NODEJS_PROJECT: "mine" })).toBe(folder);
  expect(programFolder({ PWD: folder, PULUMI_NODEJS_PROJECT: "other" })).toBeUndefined();
  expect(programFolder({ PWD: folderOf({}), PULUMI_NODEJS_PROJECT: "mine" })).toBeUndefined();
});
