import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { commands } from "../../../cli/run.ts";
import { paths, textOf } from "../rules/files.ts";
import { blocksOf, commandsOf } from "../../support/document.ts";

// Commands in blocks of code are run by the tests of the engine. These tests also read the commands in prose, in tables and in messages.

interface Printed {
  readonly path: string;
  readonly command: string;
}

const documents = paths.filter((path) => /^(README|SECURITY|ARCHITECTURE|CONTRIBUTING|docs\/[^/]+|examples\/.*\/README)\.md$/.test(path));
const sources = paths.filter(
  (path) => /^(provider|access|simulator|sdk|cli|scripts)\/.*\.(ts|mjs|cjs)$/.test(path) && !textOf(path).startsWith("// Generated"),
);

const printed: readonly Printed[] = [
  ...documents.flatMap((path) => [...inBlocks(textOf(path)), ...inSpans(textOf(path))].map((command) => ({ path, command }))),
  ...sources.flatMap((path) => inSpans(textOf(path)).map((command) => ({ path, command }))),
];

function inBlocks(document: string): readonly string[] {
  return blocksOf(document).flatMap((block) => commandsOf(block).map(({ command }) => command));
}

/** The commands between backticks of one line. */
function inSpans(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?<!`)`((?:npx|npm|resourceshare) [^`\n]+)`(?!`)/g), ([, command = ""]) => command);
}

/** The words of a command of this package, without those of the shell around it; `undefined` for another command. */
function wordsOf(command: string): readonly string[] | undefined {
  const own = /^(?:npx --no -- )?resourceshare (.*)$/.exec(command)?.[1];
  return own?.replace(/ (\||>|2>|&&|#).*$/, "").match(/'[^']*'|[^\s']+/g) ?? undefined;
}

/** What is wrong with a command of this package. */
function usageProblem(words: readonly string[]): string | undefined {
  const [name = "", ...rest] = words;
  if (/^(--help|--version|<command>|COMMAND)$/.test(name)) return undefined;
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return `there is no command ${name}`;
  // The words after -- are another command.
  const args = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const options = args.flatMap((word) => /^\[?--([\w-]+)/.exec(word)?.[1] ?? []);
  const unknown = options.filter((option) => option !== "help" && !Object.hasOwn(command.options, option));
  return unknown.length === 0 ? undefined : `${name} has no option --${unknown.join(", --")}`;
}

test("prints only commands of this package in documents whose name and options exist", () => {
  const own = printed.flatMap(({ path, command }) => {
    const words = wordsOf(command);
    return words === undefined ? [] : [{ path, command, problem: usageProblem(words) }];
  });
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter(({ problem }) => problem !== undefined)).toEqual([]);
});

test("shows only names and options that exist in the examples of each command's help", () => {
  expect(commands.map(({ example }) => usageProblem(wordsOf(`resourceshare ${example}`) ?? []))).toEqual(commands.map(() => undefined));
});

test.each([
  ["docs/commands.md", commands.map(({ name }) => name).filter((name) => !["simulate", "fleet"].includes(name))],
  ["docs/simulator.md", ["simulate"]],
  ["docs/run-a-fleet.md", ["fleet"]],
])("%s names each option of its commands", (path, names) => {
  const documented = textOf(path);
  const options = commands.filter(({ name }) => names.includes(name)).flatMap((command) => Object.keys(command.options));
  expect(options.filter((option) => !new RegExp(`\`--${option}[ \`]`).test(documented))).toEqual([]);
});

test("prints only npm scripts of this package in documents", () => {
  const scripts = printed.flatMap(({ path, command }) => {
    const name = /^npm run (?!build\b)([\w-]+)/.exec(command)?.[1];
    return name === undefined ? [] : [{ path, command, exists: Object.hasOwn(packageJson.scripts, name) }];
  });
  expect(scripts.filter(({ exists }) => !exists)).toEqual([]);
});

test("lets npx download no package in the commands of documents", () => {
  expect(printed.filter(({ command }) => /\bnpx (?!--no\b)/.test(command))).toEqual([]);
});
