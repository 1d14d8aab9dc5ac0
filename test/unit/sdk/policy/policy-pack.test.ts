import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ResourceShareGuard } from "../../../../sdk/policy/index.ts";
import type { ResourceShareGuardArgs } from "../../../../sdk/policy/index.ts";

const repository = join(import.meta.dirname, "../../../..");
const folder = mkdtempSync(join(tmpdir(), "resourceshare-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// As from JSON or JavaScript, where no compiler checks types.
const written = (args: object) => args as ResourceShareGuardArgs;

test("rejects an unknown policy with the nearest name", () => {
  expect(() => new ResourceShareGuard(written({ nameing: "mandatory" }))).toThrow('There is no policy "nameing"; did you mean "naming"?');
});

test("rejects a policy that resembles no other with all names", () => {
  expect(() => new ResourceShareGuard(written({ buckets: "mandatory" }))).toThrow("there are external-targets, allowed-targets,");
});

test("rejects an unknown option with the nearest name, or with all", () => {
  expect(() => new ResourceShareGuard(written({ naming: { patern: "x" } }))).toThrow(
    'Policy naming has no option "patern"; did you mean "pattern"?',
  );
  expect(() => new ResourceShareGuard(written({ "double-claim": { allow: [] } }))).toThrow('has no option "allow"; it has none');
});

test("types the arguments as the options", () => {
  const right: ResourceShareGuardArgs = {
    all: "mandatory",
    "share-size": { enforcementLevel: "advisory", targets: 5 },
    "double-claim": "disabled",
  };
  const wrong: ResourceShareGuardArgs = {
    // @ts-expect-error a number is wanted
    "share-size": { targets: "5" },
    // @ts-expect-error there is no such level
    naming: "compulsory",
  };
  expect([right, wrong]).toHaveLength(2);
});

test("compiles a TypeScript pack with Pulumi's own compiler", { timeout: 60_000 }, () => {
  const installed = join(folder, "node_modules/pulumi-resourceshare");
  mkdirSync(installed, { recursive: true });
  cpSync(join(repository, "package.json"), join(installed, "package.json"));
  cpSync(join(repository, "dist"), join(installed, "dist"), { recursive: true });
  for (const name of ["@pulumi", "@types"]) symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name));
  mkdirSync(join(folder, "pack"));
  cpSync(join(repository, "examples/policies/index.ts"), join(folder, "pack/index.ts"));
  const vendored = join(
    dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json")),
    "vendor/typescript@3.8.3/typescript.js",
  );
  writeFileSync(
    join(folder, "compile.cjs"),
    `const ts = require(${JSON.stringify(vendored)});
    const settings = { strict: true, target: "es2019", module: "commonjs", moduleResolution: "node", noEmit: true, types: [] };
    const { options } = ts.convertCompilerOptionsFromJson(settings, ".");
    const program = ts.createProgram(["pack/index.ts"], options);
    const ours = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file || /index\\.ts$|pulumi-resourceshare/.test(file.fileName));
    console.log(JSON.stringify(ours.map(({ file, messageText }) => (file ? file.fileName : "") + ": " + ts.flattenDiagnosticMessageText(messageText, " "))));`,
  );
  expect(JSON.parse(execFileSync(process.execPath, ["compile.cjs"], { cwd: folder, encoding: "utf8" }))).toEqual([]);
});
