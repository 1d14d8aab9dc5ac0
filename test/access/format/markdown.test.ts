import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toMarkdown } from "../../../sdk/access/format/markdown.ts";
import { foretell } from "../../../sdk/access/plan/changes.ts";
import { noPolicies } from "../../../sdk/access/plan/policies.ts";
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
  const text = toMarkdown({ changes, remarks: [], policies: noPolicies }, false);
  expect(text).not.toMatch(/@x|<b>|\[y\]/);
  expect(text).toContain("Outside the resource directory");
});

test("many changes are folded", () => {
  const lost = sample.map((access) => ({ ...access, change: "lost" as const, gap: false }));
  const changes = Array.from({ length: 15 }, () => lost).flat();
  expect(toMarkdown({ changes, remarks: [], policies: noPolicies }, false)).toContain("<summary>10 more</summary>");
});

test("a comment is never too long to be posted, and says what it leaves out", () => {
  const share = (index: number) => ({ name: `share-of-a-platform-team-${index}`, pending: false });
  const changes = (["gained", "lost", "kept", "unknown"] as const).flatMap((change) =>
    sample.flatMap((access) =>
      Array.from({ length: 2000 }, (_, index) => ({
        ...access,
        change,
        gap: change === "kept" && index % 2 === 0,
        shares: [share(index)],
      })),
    ),
  );
  const finding = { policy: "naming", pack: "guard", urn: "urn:pulumi:dev::shop::a:b:C::d", message: "x".repeat(100) };
  const findings = Array.from({ length: 900 }, (_, index) => ({
    ...finding,
    level: index % 2 === 0 ? ("mandatory" as const) : ("advisory" as const),
  }));
  const remarks = Array.from({ length: 900 }, (_, index) => `share rs-${index} is managed elsewhere`);
  const text = toMarkdown({ changes, remarks, policies: { packs: [], findings, isRefused: true } }, true);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\| … \| \d+ more \|/);
  expect(text).toContain("too large for a comment");
});

test("policies that stop nothing are named", () => {
  const packs = [{ name: "resource-share-guard", version: "1.0.0" }];
  const text = toMarkdown({ changes: [], remarks: [], policies: { packs, findings: [], isRefused: false } }, false);
  expect(text).toContain("No policy stops this update** (resource-share-guard 1.0.0)");
});
