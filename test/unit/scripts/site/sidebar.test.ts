import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { functions } from "../../../../provider/functions/index.ts";
import { resources } from "../../../../provider/resources/index.ts";
import { referenceSidebarOf, sidebarOf } from "../../../../scripts/site/sidebar.mjs";

test("lists every resource and function in the sidebar of the site, and no group without pages", () => {
  const groups = sidebarOf((path: string) => readFileSync(join(import.meta.dirname, "../../../..", path), "utf8"));
  expect(groups.filter(({ items = [] }) => items.length === 0)).toEqual([]);
  const titles = groups.flatMap(({ items = [] }) => items.map(({ text }) => text));
  expect(titles).toEqual(expect.arrayContaining([...resources.map(({ token }) => token), ...functions.map(({ name }) => name)]));
});

test("gives each entry point of the API a group, and its types one link", () => {
  const [path, kind] = ["package/index.md", 2];
  const classes = { title: "Classes", children: [{ title: "Share", path: "package/classes/Share.md" }] };
  const types = { title: "Type Aliases", children: [{ title: "Kind", path: "package/type-aliases/Kind.md" }] };
  const client = { title: "client", kind, path: "package/client/index.md" };
  expect(referenceSidebarOf([{ title: "package", kind, path, children: [classes, types, client] }])).toEqual([
    {
      text: "package",
      link: "/api/package/index.md",
      collapsed: true,
      items: [
        { text: "Classes", collapsed: true, items: [{ text: "Share", link: "/api/package/classes/Share.md" }] },
        { text: "Type Aliases", link: "/api/package/index.md#type-aliases" },
      ],
    },
    { text: "client", link: "/api/package/client/index.md" },
  ]);
});
