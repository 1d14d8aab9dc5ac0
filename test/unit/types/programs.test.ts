import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const rejected = join(__dirname, "rejected");
const names = readdirSync(rejected);
const config = ts.getParsedCommandLineOfConfigFile(join(__dirname, "../../../tsconfig.json"), undefined, {
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

test.each([
  ["a resource type", `new rs.ResourceShare("n", { name: "n", resources: [{ type: "`, ["VSwitch", "KMSInstance"]],
  ["a permission", `new rs.ResourceShare("n", { name: "n", permissionNames: ["`, ["AliyunRSDefaultPermissionImage"]],
  [
    "the permission of a SharePermission",
    `new rs.SharePermission("n", { shareId: "rs-1", permissionName: "`,
    ["AliyunRSDefaultPermissionImage"],
  ],
  ["a type to list", `rs.listSharedResources({ resourceOwner: "Self", resourceType: "`, ["VSwitch"]],
])("completes %s", { timeout: 60_000 }, (_title, start, expected) => {
  expect(completionsAfter(start)).toEqual(expect.arrayContaining(expected));
});

const edited = join(__dirname, "accepted/completed.ts");
let text = "";
const editor = ts.createLanguageService({
  getCompilationSettings: () => config?.options ?? {},
  getScriptFileNames: () => [edited],
  getScriptVersion: (name) => (name === edited ? text : "1"),
  getScriptSnapshot: (name) => {
    const content = name === edited ? `${text}"` : ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => __dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === edited || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
});

test.each([
  ["type", `resources: [{ type`, "Type of the resource, as `VSwitch`."],
  ["id", `resources: [{ type: "VSwitch", id`, "Id of the resource, as `vsw-…`."],
  ["property", `targets: [{ id: "ipam.aliyuncs.com", property`, "When the target may use the resources; services only."],
  [
    "beginAtTime",
    `targets: [{ id: "x", property: { timeRange: { timeRangeType: "day", beginAtTime`,
    'When the window begins, as `"08:00"`.',
  ],
])("describes %s where an editor points at it", { timeout: 60_000 }, (_title, start, expected) => {
  text = `import * as rs from "../../../../sdk/index.ts";\nnew rs.ResourceShare("n", { name: "n", ${start}`;
  const [described] = editor.getQuickInfoAtPosition(edited, text.length - 1)?.documentation ?? [];
  expect(described?.text).toBe(expected);
});

/** Returns what an editor completes in a string that begins at the end of a line of a program. */
function completionsAfter(start: string): string[] {
  text = `import * as rs from "../../../../sdk/index.ts";\n${start}`;
  return (editor.getCompletionsAtPosition(edited, text.length, undefined)?.entries ?? []).map(({ name }) => name);
}
