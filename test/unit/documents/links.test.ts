import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { anchorOf } from "../../../scripts/site/anchors.mjs";
import { paths, textOf } from "../rules/files.ts";

const documents = paths.filter((path) => path.endsWith(".md"));
const anchors = new Map(documents.map((path) => [path, anchorsOf(textOf(path))]));

test.each(documents)("leads every link in %s to a file and a heading that exist", (path) => {
  const links = Array.from(prose(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => !/^(https?|mailto):/.test(link) && !leads(path, link))).toEqual([]);
});

test.each(documents)("has the address of every Markdown reference link in %s below it", (path) => {
  const text = prose(textOf(path)).replaceAll(/`[^`]*`/g, "");
  const names = Array.from(text.matchAll(/(?<!\])\[([^\][]+)\](?![(:[])/g), ([, name = ""]) => name);
  expect(names.filter((name) => !/^[ x]$/.test(name) && !text.includes(`\n[${name}]: `))).toEqual([]);
});

test("lists each page in the index of the documents", () => {
  const index = textOf("docs/README.md");
  const pages = documents.filter((path) => /^docs\/[^/]+\.md$/.test(path) && !NOT_LISTED.includes(path));
  expect(pages.filter((path) => !index.includes(`](${path.slice("docs/".length)})`))).toEqual([]);
});

/** The index itself. */
const NOT_LISTED = ["docs/README.md"];

function leads(from: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? from : normalize(join(dirname(from), file)).replace(/\/$/, "");
  const exists = paths.some((path) => path === target || path.startsWith(`${target}/`));
  return exists && (anchor === undefined || anchors.get(target)?.has(anchor) === true);
}

/** The anchors that GitHub adds to the headings of a document. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  return new Set(
    Array.from(prose(text).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => {
      const anchor = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

/** A document without its code blocks. */
function prose(text: string): string {
  return text.replaceAll(/^( *)```[^]*?^\1```$/gm, "");
}
