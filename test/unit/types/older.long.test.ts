import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const require = createRequire(__filename);
const repository = join(__dirname, "../../..");
// Pulumi contains this compiler for programs that have none of their own.
const vendored = join(dirname(require.resolve("@pulumi/pulumi/package.json")), "vendor/typescript@3.8.3/typescript.js");

const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";
const share = new rs.ResourceShare("net", { name: "n", targets: ["123", { id: "s", property: { a: 1 } as object }] });
export const id: pulumi.Output<string> = new rs.ShareAssociation("more", { shareId: share.id, targets: ["1"] }).id;
`;

const folder = temporaryFolder(afterAll);
beforeAll(() => {
  const installed = join(folder, "node_modules/pulumi-resourceshare");
  mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
  mkdirSync(installed);
  cpSync(join(repository, "package.json"), join(installed, "package.json"));
  cpSync(join(repository, "dist"), join(installed, "dist"), { recursive: true });
  symlinkSync(join(repository, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
  symlinkSync(join(repository, "node_modules/@types"), join(folder, "node_modules/@types"));
  writeFileSync(join(folder, "index.ts"), PROGRAM);
});

/** The errors of a compiler in the program and in our declarations; those of others are none of ours. */
function errorsOf(compiler: string, settings: object): string[] {
  const script = `
    const ts = require(${JSON.stringify(compiler)});
    const { options } = ts.convertCompilerOptionsFromJson(${JSON.stringify(settings)}, ".");
    const program = ts.createProgram(["index.ts"], options);
    const found = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file || /index\\.ts$|pulumi-resourceshare/.test(file.fileName));
    console.log(JSON.stringify(found.map(({ file, messageText }) => (file ? file.fileName : "") + ": " + ts.flattenDiagnosticMessageText(messageText, " "))));
  `;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" })) as string[];
}

test("compiles the package's declarations with the TypeScript of `@pulumi/pulumi`", { timeout: 60_000 }, () => {
  const settings = { strict: true, target: "es2019", module: "commonjs", moduleResolution: "node", noEmit: true, types: [] };
  expect(errorsOf(vendored, settings)).toEqual([]);
});

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])("compiles a program with the package that resolves modules as %s %s", { timeout: 60_000 }, (module, moduleResolution) => {
  const settings = { strict: true, target: "es2022", module, moduleResolution, noEmit: true, skipLibCheck: true, types: [] };
  expect(errorsOf(require.resolve("typescript"), settings)).toEqual([]);
});
