import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toMarkdown } from "../../../sdk/access/format/markdown.ts";
import { foretell } from "../../../sdk/access/plan/changes.ts";
import { readPreview } from "../../../sdk/access/plan/preview.ts";
import { sample } from "../sample.ts";

const root = join(import.meta.dirname, "../../..");

test("the example in the documents is what a real preview gives", () => {
  const preview = readPreview(readFileSync(join(root, "test/command/previews/edit.json"), "utf8"));
  expect(`${toMarkdown(foretell(preview, undefined), true)}\n`).toBe(readFileSync(join(root, "docs/diff-example.md"), "utf8"));
});

test("foreign names become no markup", () => {
  const changes = sample.map((access) => ({
    ...access,
    change: "gained" as const,
    gap: false,
    shares: [{ name: "@x|<b>[y](z)\n#", pending: false }],
  }));
  const text = toMarkdown({ changes, remarks: [] }, false);
  expect(text).not.toMatch(/@x|<b>|\[y\]/);
  expect(text).toContain("Outside the resource directory");
});

test("many changes are folded", () => {
  const lost = sample.map((access) => ({ ...access, change: "lost" as const, gap: false }));
  const changes = Array.from({ length: 15 }, () => lost).flat();
  expect(toMarkdown({ changes, remarks: [] }, false)).toContain("<summary>10 more</summary>");
});
