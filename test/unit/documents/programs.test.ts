import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { paths, root, textOf } from "../rules/files.ts";
import { blocksOf } from "../../support/document.ts";

const documents = paths.filter((path) => /^(README|docs\/[^/]+|examples\/[^/]+\/README)\.md$/.test(path));

/** What a part of a program needs that shows no imports. */
const FRAGMENT_BEGINS = `import * as pulumi from "@pulumi/pulumi";
import { PolicyPack } from "@pulumi/policy";
import * as rs from "pulumi-resourceshare";
import { naming, ResourceShareGuard, type ResourceShareGuardArgs, wholeDirectory } from "pulumi-resourceshare/policy";
const config = new pulumi.Config();
`;

/** The sources written by hand whose doc comments show programs; the programs of generated ones are those of examples. */
const sources = paths.filter(
  (path) => /^(provider|access|simulator|sdk|cli)\/.*\.ts$/.test(path) && !textOf(path).startsWith("// Generated"),
);

/** Returns the programs in the doc comments of a source. */
function examplesOf(source: string): ReturnType<typeof blocksOf> {
  const comments = source.match(/^\/\*\*$[^]*?^ \*\/$/gm) ?? [];
  const blocks = comments.flatMap((comment) => blocksOf(comment.replaceAll(/^ \* ?/gm, "")));
  return blocks.filter(({ text }) => text.startsWith("import "));
}

/** The programs of the documents and doc comments, as files beside the tests. */
const programs = new Map(
  [...documents, ...sources].flatMap((path) =>
    (path.endsWith(".md") ? blocksOf(textOf(path)) : examplesOf(textOf(path)))
      .filter(({ language }) => language === "ts")
      .map(({ text }, index) => [
        join(root, "test/unit/documents", `${path.replaceAll(/\W/g, "-")}-${index}.ts`),
        text.startsWith("import ") ? text : FRAGMENT_BEGINS + text,
      ]),
  ),
);

const config = ts.getParsedCommandLineOfConfigFile(
  join(root, "tsconfig.json"),
  { noEmit: true, noUnusedLocals: false },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(String(diagnostic.messageText));
    },
  },
);
const host = ts.createCompilerHost(config?.options ?? {});
const { fileExists, readFile, getSourceFile } = host;
host.fileExists = (name) => programs.has(name) || fileExists(name);
host.readFile = (name) => programs.get(name) ?? readFile(name);
host.getSourceFile = (name, options, ...rest) => {
  const text = programs.get(name);
  return text === undefined ? getSourceFile(name, options, ...rest) : ts.createSourceFile(name, text, options);
};

test("compiles every program in the documents and in doc comments", { timeout: 120_000 }, () => {
  const program = ts.createProgram([...programs.keys()], config?.options ?? {}, host);
  const diagnostics = [...programs.keys()].flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)));
  expect(programs.size).toBeGreaterThan(10);
  expect([...programs.keys()].filter((name) => name.includes("provider-client-"))).not.toEqual([]);
  expect(ts.formatDiagnostics(diagnostics, { ...host, getCurrentDirectory: () => root })).toBe("");
});

test("shows the description of the example on the page of fleets", () => {
  const shown = blocksOf(textOf("docs/run-a-fleet.md")).find(({ file }) => file === "fleet.mts");
  expect(shown?.text).toBe(textOf("examples/fleet/fleet.mts"));
});

test("shows the program of `npm start` and of the first page as the first program of README.md", () => {
  const [first] = blocksOf(textOf("README.md"));
  expect(first?.text).toBe(textOf("examples/quickstart/index.ts"));
  expect(blocksOf(textOf("docs/get-started.md")).map(({ text }) => text)).toContain(first?.text);
});
