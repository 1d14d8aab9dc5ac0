import { expect, test } from "vitest";
import { notesOf, withRelease } from "../../../../scripts/release/changelog.mjs";

const release = { version: "0.2.0", date: "2026-11-22", notes: ["First.\nMore.", "Second."] };
const section = "## 0.2.0 (2026-11-22)\n\n- First.\n  More.\n- Second.\n";

test("puts a release above the one before it", () => {
  const changelog = "# Changes\n\n## 0.1.0\n\n- Old for $1.\n";
  expect(withRelease(changelog, release)).toBe(`# Changes\n\n${section}\n## 0.1.0\n\n- Old for $1.\n`);
});

test("returns the notes of one version, and none of a version that begins alike", () => {
  const changelog = "# Changes\n\n## 0.2.0 (2026-11-22)\n\n- New.\n\n### Part\n\n- More.\n\n## 0.1.0\n\n- Old.\n";
  expect(notesOf(changelog, "0.2.0")).toBe("- New.\n\n### Part\n\n- More.");
  expect(notesOf(changelog, "0.1.0")).toBe("- Old.");
  expect(notesOf(changelog, "0.2")).toBeUndefined();
});
