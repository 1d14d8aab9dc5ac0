import { expect, test } from "vitest";
import { paths, sources, textOf } from "./files.ts";

const PAGE = "docs/assumptions.md";

const quoted = sources
  .filter((path) => !path.startsWith("test/unit/rules/"))
  .flatMap((path) => Array.from(textOf(path).matchAll(/\bassumptions? ([SD]-[a-z0-9]+(?:-[a-z0-9]+)*)/gi), ([, id]) => ({ id, path })));

const entries = Array.from(pageText().matchAll(/^\| ([SD]-[a-z0-9-]+) \|/gm), ([, id]) => id);

test("has a row in docs/assumptions.md for each assumption that the code names", () => {
  expect(quoted.filter(({ id }) => !entries.includes(id))).toEqual([]);
});

test("finds the id of each assumption of docs/assumptions.md in the code", () => {
  const ids = new Set(quoted.map(({ id }) => id));
  expect(entries.filter((id) => !ids.has(id))).toEqual([]);
});

function pageText(): string {
  return paths.includes(PAGE) ? textOf(PAGE) : "";
}
