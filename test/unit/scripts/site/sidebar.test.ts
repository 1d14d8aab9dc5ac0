import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { functions } from "../../../../provider/functions/index.ts";
import { resources } from "../../../../provider/resources/index.ts";
import { sidebarOf } from "../../../../scripts/site/sidebar.mjs";

test("lists every resource and function in the sidebar of the site, and no group without pages", () => {
  const groups = sidebarOf((path: string) => readFileSync(join(import.meta.dirname, "../../../..", path), "utf8"));
  expect(groups.filter(({ items = [] }) => items.length === 0)).toEqual([]);
  const titles = groups.flatMap(({ items = [] }) => items.map(({ text }) => text));
  expect(titles).toEqual(expect.arrayContaining([...resources.map(({ token }) => token), ...functions.map(({ name }) => name)]));
});
