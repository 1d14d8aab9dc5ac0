import { expect, test } from "vitest";
import { siteFiles } from "../../../../scripts/site/documents.mjs";

const repository: Readonly<Record<string, string>> = {
  "README.md": "# Name\n\n[docs](docs/README.md) [guide](docs/guide.md#part) ![](docs/pictures/a.svg)\n",
  "docs/README.md": "# Documentation\n",
  "docs/guide.md": "# Guide\n\n[up](../README.md) [source](../src/a.ts) [ci](../examples/ci) [all](../examples/plain) [here](#part)\n",
  "docs/pictures/a.svg": "<svg/>",
  "examples/ci/README.md":
    '# CI\n\n[run](run.sh)\n\n```md\n[shown](as-it-is.md)\n```\n\n```mermaid\n---\ntitle: "Shown"\n---\nflowchart LR\n```\n',
  "examples/ci/run.sh": "run",
  "examples/plain/one.ts": "one",
  "examples/plain/two.ts": "two",
  "src/a.ts": "a",
  "src/b.ts": "b",
};
const files = siteFiles(Object.keys(repository), (path) => repository[path] ?? "");

test("keeps the path of each document, with README.md as the index of its folder", () => {
  expect([...files.keys()].filter((path) => path.endsWith(".md")).toSorted()).toEqual([
    "docs/guide.md",
    "docs/index.md",
    "examples/ci/index.md",
    "index.md",
    "source/examples/plain/index.md",
  ]);
});

test("leads links to the pages of documents, and to copies of all else", () => {
  expect(files.get("index.md")).toContain("[docs](/docs/index.md) [guide](/docs/guide.md#part) ![](/source/docs/pictures/a.svg)");
  expect(files.get("docs/guide.md")).toContain(
    "[up](/index.md) [source](/source/src/a.ts.txt) [ci](/examples/ci/index.md) [all](/source/examples/plain/index.md) [here](#part)",
  );
  expect(files.get("source/examples/plain/index.md")).toContain("- [one.ts](/source/examples/plain/one.ts.txt)");
});

test("copies what documents link to and nothing else", () => {
  expect([...files.keys()].filter((path) => path.startsWith("public/source/")).toSorted()).toEqual([
    "public/source/docs/pictures/a.svg",
    "public/source/examples/ci/run.sh.txt",
    "public/source/examples/plain/one.ts.txt",
    "public/source/examples/plain/two.ts.txt",
    "public/source/src/a.ts.txt",
  ]);
});

test("leaves code blocks as they are", () => {
  expect(files.get("examples/ci/index.md")).toContain("[shown](as-it-is.md)");
  expect(files.get("examples/ci/index.md")).toContain('---\ntitle: "Shown"\n---\nflowchart LR\n');
});

test("shows site/home.md as the front page instead of the README.md of the repository", () => {
  const own: Readonly<Record<string, string>> = { "README.md": "# Name\n", "site/home.md": "![](../docs/a.svg)\n", "docs/a.svg": "<svg/>" };
  const written = siteFiles(Object.keys(own), (path) => own[path] ?? "");
  expect(written.get("index.md")).toBe("![](/source/docs/a.svg)\n");
  expect(written.get("public/source/docs/a.svg")).toBe("<svg/>");
});
