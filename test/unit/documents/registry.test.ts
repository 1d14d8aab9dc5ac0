import { expect, test } from "vitest";
import { textOf } from "../rules/files.ts";
import { blocksOf } from "../../support/document.ts";

/**
 * What Pulumi's registry checks of a community package before it lists it (pulumi/registry: resourcedocsgen, community-package,
 * pull_request_template.md), as far as it concerns files of the repository.
 */
const OVERVIEW = "docs/_index.md";
const INSTALLATION = "docs/installation-configuration.md";
const SHARE = "resourceshare:index:ResourceShare";

const schema = JSON.parse(textOf("schema.json")) as Readonly<Record<string, unknown>>;
const { name: npmName, version } = JSON.parse(textOf("package.json")) as { readonly name: string; readonly version: string };

const CATEGORIES = ["cloud", "database", "infrastructure", "monitoring", "network", "utility", "vcs"];

test("has a schema that the registry accepts: the repository's name, a version, a category and a publisher", () => {
  const { name, version: ofSchema, keywords, publisher, pluginDownloadURL } = schema;
  expect(`pulumi-${String(name)}`).toBe(npmName);
  expect(ofSchema).toBe(version);
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  const tags = keywords as readonly string[];
  expect(tags.filter((tag) => tag.startsWith("category/")).map((tag) => tag.slice("category/".length))).toEqual([
    expect.toSatisfy((category: string) => CATEGORIES.includes(category)),
  ]);
  expect(tags).toContain("kind/native");
  expect(publisher).toMatch(/\S/);
  // The registry passes the address to `pulumi plugin install --server`; without one, the CLI searches the releases of the repository.
  expect(pluginDownloadURL === undefined || /^(https|github):\/\//.test(String(pluginDownloadURL))).toBe(true);
});

test.each([OVERVIEW, INSTALLATION])("begins %s with the front matter of a package's page", (path) => {
  const [, matter = ""] = /^---\n([^]*?)\n---\n/.exec(textOf(path)) ?? [];
  const keys = Object.fromEntries(matter.split("\n").map((line) => line.split(/: (.*)/).slice(0, 2)));
  expect(keys).toEqual({ title: expect.stringMatching(/\S/), meta_desc: expect.stringMatching(/\.$/), layout: "package" });
});

test.each([OVERVIEW, INSTALLATION])("has no link, picture or shortcode in %s that breaks on the registry's pages", (path) => {
  const breaking =
    /<img[^>]+src=["'](\.|\/|[^h])|!\[[^\]]*\]\((\.|\/)|<a[^>]+href="(\.|\/)|\]\((?!https?:\/\/)[^)]*\.md[)#]|\{\{[\t\p{Zs}]+[<%]/u;
  expect(
    textOf(path)
      .split("\n")
      .filter((line) => breaking.test(line)),
  ).toEqual([]);
  // The title of the front matter is the heading of the page.
  expect(textOf(path)).not.toMatch(/\n---\n+# /);
});

test("shows the tested example of a share in the overview in every language that programs were run in", () => {
  const { description } = (schema["resources"] as Readonly<Record<string, { readonly description: string }>>)[SHARE] ?? {};
  const tested = [textOf("docs/resources/resource-share.md"), description ?? ""].flatMap(blocksOf).map(({ text }) => text);
  const shown = blocksOf(textOf(OVERVIEW));
  expect(shown.map(({ language }) => language)).toEqual(["ts", "python", "go", "yaml"]);
  expect(tested).toEqual(expect.arrayContaining(shown.map(({ text }) => text)));
});

test("describes each resource of the schema in the overview", () => {
  const kinds = Object.keys(schema["resources"] as object).map((token) => token.split(":").at(-1));
  expect(kinds.filter((kind) => !textOf(OVERVIEW).includes(`| \`${kind}\` |`))).toEqual([]);
});

test("shows how to install this version of the plugin, and how to configure it by both ways", () => {
  const commands = blocksOf(textOf(INSTALLATION))
    .filter(({ language }) => language === "sh")
    .map(({ text }) => text)
    .join("");
  expect(commands).toContain(`pulumi plugin install resource resourceshare ${version} `);
  const { variables } = schema["config"] as {
    readonly variables: object;
  };
  const keys = Array.from(commands.matchAll(/pulumi config set (?:--secret )?resourceshare:(\w+)/g), ([, key = ""]) => key);
  expect(keys).not.toEqual([]);
  expect(keys.filter((key) => !(key in variables))).toEqual([]);
  const exported = Array.from(commands.matchAll(/^export (\w+)=/gm), ([, variable = ""]) => variable);
  expect(exported).not.toEqual([]);
  expect(exported.filter((variable) => !textOf("docs/configuration.md").includes(`\`${variable}\``))).toEqual([]);
  for (const language of ["JavaScript and TypeScript", "Python", "Go", ".NET", "YAML"])
    expect(textOf(INSTALLATION)).toContain(`| ${language} | `);
});
