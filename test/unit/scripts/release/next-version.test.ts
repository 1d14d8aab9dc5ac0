import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { applyVersion, nextVersion } from "../../../../scripts/release/next-version.mjs";
import { paths, root } from "../../rules/files.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const NEXT = "17.0.0";
const [major = "", minor = "", patch = ""] = packageJson.version.split(".");
const written = paths.filter((path) =>
  /^((README|CHANGELOG)\.md|(package|package-lock|schema)\.json|sdk\/binding\/provider-args\.ts|(docs|examples|\.changeset)\/.*)$/.test(
    path,
  ),
);

let copy: string;
beforeEach(() => {
  copy = temporaryFolder(onTestFinished);
  for (const path of written) cpSync(join(root, path), join(copy, path), { recursive: true });
  for (const name of changes()) rmSync(join(copy, ".changeset", name));
});

const textOf = (path: string) => readFileSync(join(copy, path), "utf8");
const changes = () => readdirSync(join(copy, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
const describeChange = (name: string, kind: string, text: string) =>
  writeFileSync(join(copy, ".changeset", name), `---\n"pulumi-resourceshare": ${kind}\n---\n\n${text}\n`);

test("asks for no version when no change is described", async () => {
  expect(await nextVersion(copy)).toBeUndefined();
});

test("asks for the version of the largest of the described changes", async () => {
  describeChange("one.md", "patch", "Fixes one.");
  expect(await nextVersion(copy)).toMatchObject({ from: packageJson.version, to: `${major}.${minor}.${Number(patch) + 1}` });
  describeChange("two.md", "minor", "Adds two.");
  expect(await nextVersion(copy)).toMatchObject({ to: `${major}.${Number(minor) + 1}.0`, notes: ["Fixes one.", "Adds two."] });
});

test("writes a version to every document, example and manifest that names the earlier one, and to nothing else", () => {
  describeChange("one.md", "major", "Adds one.");
  applyVersion(copy, { from: packageJson.version, to: NEXT, notes: ["Adds one."], changes: ["one.md"] }, "2030-01-02");
  expect(changes()).toEqual([]);
  const old = packageJson.version.replaceAll(".", String.raw`\.`);
  const naming = new RegExp(String.raw`resourceshare\W{0,3}v?${old}(?!\.?\d)`);
  expect(written.filter((path) => path !== "CHANGELOG.md" && !path.startsWith(".changeset/") && naming.test(textOf(path)))).toEqual([]);
  expect(textOf("CHANGELOG.md")).toContain(`\n## ${NEXT} (2030-01-02)\n\n- Adds one.\n`);
  for (const path of ["package.json", "schema.json", "sdk/binding/provider-args.ts"]) expect(textOf(path)).toContain(`"${NEXT}"`);

  const lock = JSON.parse(textOf("package-lock.json")) as { version: string; packages: Record<string, { version?: string }> };
  const before = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as typeof lock;
  expect(lock).toEqual({ ...before, version: NEXT, packages: { ...before.packages, "": { ...before.packages[""], version: NEXT } } });
});
