import { expect, test } from "vitest";
import { textOf } from "./files.ts";

const schema = JSON.parse(textOf("schema.json")) as Readonly<Record<string, unknown>>;
const { name: npmName, version } = JSON.parse(textOf("package.json")) as { readonly name: string; readonly version: string };

/** The categories that Pulumi's registry knows (pulumi/registry: resourcedocsgen). */
const CATEGORIES = ["cloud", "database", "infrastructure", "monitoring", "network", "utility", "vcs"];

test("has what Pulumi's registry requires in the plugin's schema: the package's name and version, category and publisher", () => {
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
