import { expect, test } from "vitest";
import { codeOfResources, withoutComments } from "../../../../scripts/generate/callers.mjs";
import { textOf } from "../../rules/files.ts";

const files = [
  {
    path: "resources/share.ts",
    text: `import { reconcile as update, type Tags } from "./tags/calls.ts";
/** Calls DeleteShare in no case. */
export const Share = {
  token: "Share",
  update: (tags: Tags) => update(tags),
};
`,
  },
  {
    path: "resources/tags/tags.ts",
    text: `import { untag } from "./calls.ts";
export const TagsOfShare = {
  token: "TagsOfShare",
  remove,
};

function remove() {
  return untag();
}
`,
  },
  {
    path: "resources/tags/calls.ts",
    text: `export type Tags = object;

export async function reconcile(tags: Tags) {
  return [call(TagShare, tags), untag()];
}

export function untag() {
  return call(UntagShare);
}
`,
  },
];

test("returns the code that a resource reaches through imports, and not the rest of the files", () => {
  const code = codeOfResources(files);
  const reaches = (token: string) => ["TagShare", "UntagShare", "DeleteShare"].filter((name) => code.get(token)?.includes(`(${name}`));
  expect([...code.keys()]).toEqual(["Share", "TagsOfShare"]);
  expect(reaches("Share")).toEqual(["TagShare", "UntagShare"]);
  expect(reaches("TagsOfShare")).toEqual(["UntagShare"]);
});

test("leaves comments out of code, and addresses in it", () => {
  expect(withoutComments('/** A. */\nconst a = "http://b"; // CreateShare\n')).not.toMatch(/A\.|CreateShare/);
  expect(withoutComments('const a = "http://b";')).toBe('const a = "http://b";');
});

test.each([
  ["UntagResources", ["ResourceShare", "ShareTags"]],
  ["AssociateResourceShare", ["ResourceShare", "ShareAssociation"]],
  ["CreateResourceShare", ["ResourceShare"]],
])("lists the resources that call %s in docs/operations.md", (operation, resources) => {
  const row = textOf("docs/operations.md")
    .split("\n")
    .find((line) => line.startsWith(`| \`${operation}\``));
  const page = row?.split("|").at(-3) ?? "";
  expect(Array.from(page.matchAll(/\[(\w+)\]\(resources\//g), ([, token]) => token)).toEqual(resources);
});
