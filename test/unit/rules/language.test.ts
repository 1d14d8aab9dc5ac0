import ts from "typescript";
import { expect, test } from "vitest";
import { placesOf, sources, textOf } from "./files.ts";

const typed = sources.filter((path) => /tsx?$/.test(path) && path !== "test/unit/rules/language.test.ts");
const published = typed.filter((path) => /^(provider|access|simulator|sdk|cli)\//.test(path));

/** The list of all resources holds different kinds, which one common type would hide. */
const reasonedCasts = ["provider/resources/index.ts"];

test("disables no rule of the linter in a comment", () => {
  expect(placesOf(/(eslint|oxlint)-disable/, typed)).toEqual([]);
});

test("casts no value through `unknown` in the sources", () => {
  expect(placesOf(/\bas unknown as\b/, published).filter((place) => !reasonedCasts.some((path) => place.startsWith(`${path}:`)))).toEqual(
    [],
  );
});

test("gives a reason in a comment for each type cast", () => {
  expect(published.flatMap(castsWithoutComment)).toEqual([]);
});

/** Returns the casts without a comment in their statement, before it, or in the three lines above. `unknown` and `const` need no reason. */
function castsWithoutComment(path: string): string[] {
  const text = textOf(path);
  const lines = text.split("\n");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) && node.type.kind !== ts.SyntaxKind.UnknownKeyword) {
      const { line: last } = source.getLineAndCharacterOfPosition(node.type.getStart());
      const { line: first } = source.getLineAndCharacterOfPosition(statementOf(node).getStart());
      const near = lines.slice(Math.max(0, first - 3), last + 1);
      if (!near.some((line) => /(^|\s)\/[/*]/.test(line))) found.push(`${path}:${last + 1}: ${lines[last]?.trim()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function statementOf(node: ts.Node): ts.Node {
  return ts.isStatement(node) || ts.isClassElement(node) || node.parent === undefined ? node : statementOf(node.parent);
}
