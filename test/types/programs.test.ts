import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const rejected = join(__dirname, "rejected");
const names = readdirSync(rejected);
const config = ts.getParsedCommandLineOfConfigFile(join(__dirname, "../../tsconfig.json"), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(String(diagnostic.messageText));
  },
});
const accepted = join(__dirname, "accepted/program.ts");
const program = ts.createProgram([accepted, ...names.map((name) => join(rejected, name))], { ...config?.options, noEmit: true });

function codesOf(path: string): string[] {
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(path)).map(({ code }) => `TS${code}`);
}

test("compiles a program that uses everything as documented", { timeout: 60_000 }, () => {
  expect(codesOf(accepted)).toEqual([]);
});

test.each(names)("rejects %s with the error of its first line", { timeout: 60_000 }, (name) => {
  const path = join(rejected, name);
  const expected = /^\/\/ (TS\d+): .+/.exec(readFileSync(path, "utf8"))?.[1];
  expect(codesOf(path)).toEqual([expected]);
});
