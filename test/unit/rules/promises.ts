import ts from "typescript";
import { paths, textOf } from "./files.ts";

const ID = /\bP-[a-z0-9]+(?:-[a-z0-9]+)*/g;

/** The list items of SECURITY.md; each is a promise. */
export function itemsOf(page: string): readonly string[] {
  return Array.from(page.matchAll(/^- .*(?:\n {2}.*)*/gm), ([item]) => item);
}

/** The ids of a list item, in parentheses as in `(P-redirects)`. */
export function idsIn(item: string): string[] {
  return Array.from(item.matchAll(/\((P-[^)]*)\)/g), ([, ids = ""]) => ids.match(ID) ?? []).flat();
}

/** Each test whose comment names a promise, as `P-redirects: test/unit/provider/client/undici.test.ts: follows no redirect`. */
export function testsWithPromises(): string[] {
  const files = paths.filter((path) => path.endsWith(".test.ts") && textOf(path).includes("(promise P-"));
  return files.flatMap((path) => testsOf(path, textOf(path)));
}

function testsOf(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node)) {
      const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
      const ids = comments.flatMap(({ pos, end }) => promisesIn(text.slice(pos, end)));
      found.push(...ids.map((id) => `${id}: ${path}: ${titleOf(node) ?? "no test follows the comment"}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function promisesIn(comment: string): string[] {
  return Array.from(comment.matchAll(/\(promise (P-[^)]*)\)/g), ([, ids = ""]) => ids.match(ID) ?? []).flat();
}

/** The title of `test("…", …)` and `test.each(…)("…", …)`. */
function titleOf(statement: ts.Statement): string | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return undefined;
  const call = statement.expression;
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  const [title] = call.arguments;
  const isTest = ts.isIdentifier(callee) && /^(test|it)$/.test(callee.text);
  return isTest && title !== undefined && ts.isStringLiteralLike(title) ? title.text : undefined;
}
