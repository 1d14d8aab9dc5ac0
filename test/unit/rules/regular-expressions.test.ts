import ts from "typescript";
import { expect, test } from "vitest";
import { sources, textOf } from "./files.ts";

/** Texts that are repeated to find the input on which an expression is slow, beside the expression's own. */
const repeated = [..." aA0-_.\n/`:%\"'&#([{=+é\t,;@\\|<*~\u200b", "a0", "a ", "a-", "a.", "a:", "a/", " \n"];

interface Expression {
  readonly place: string;
  readonly expression: RegExp;
}

function expressionsOf(path: string): Expression[] {
  const file = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ place: `${path}:${line}`, expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The processor time of one use, in milliseconds. */
function costOf(expression: RegExp, text: string): number {
  const started = process.cpuUsage();
  text.replace(expression, "");
  return process.cpuUsage(started).user / 1000;
}

/** The repeated text on which an expression is slow: 80,000 repetitions take more than a second. */
function slowInputOf({ expression }: Expression): string | undefined {
  const literals =
    expression.source
      .replaceAll(/\\[a-zA-Z]/g, " ")
      .replaceAll(/\\(.)/g, "$1")
      .match(/[^()|?*+^$[\]]{1,12}/g) ?? [];
  const inputs = [...new Set([...repeated, ...literals])].flatMap((part) =>
    ["", literals[0] ?? ""].map((before) => [before, part] as const),
  );
  const found = inputs.find(([before, part]) => {
    const text = (times: number) => `${before}${part.repeat(times)}\0`;
    return costOf(expression, text(5000)) > 5 && costOf(expression, text(80_000)) > 1000;
  });
  return found?.join(" and repeated ");
}

const own = sources.filter((path) => /^(provider|access|simulator|sdk|cli|action)\//.test(path));

test("takes linear time for every regular expression literal", () => {
  const slow = own.flatMap(expressionsOf).flatMap((one) => {
    const input = slowInputOf(one);
    return input === undefined ? [] : [`${one.place}: ${one.expression} on ${JSON.stringify(input)}`];
  });
  expect(slow).toEqual([]);
});
