import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { paths, root } from "../../rules/files.ts";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const folder = temporaryFolder(afterAll);
const [clone, out] = [join(folder, "clone"), join(folder, "out")];
let before: readonly string[];
let ended: Ended;

beforeAll(() => {
  cloneRepository();
  before = filesOf(clone);
  // One platform shows that archives are made, without the download of a Node.
  const words = ["scripts/release.mjs", "--dry-run", "--out", out, "--platforms", "darwin-arm64"];
  const env = { ...process.env, GITHUB_REPOSITORY: "example/resourceshare" };
  ended = spawnSync(process.execPath, words, { cwd: clone, encoding: "utf8", env });
}, 600_000);

/** Writes a repository of one commit with what git would commit here. */
function cloneRepository(): void {
  for (const path of paths) cpSync(join(root, path), join(clone, path), { recursive: true });
  mkdirSync(join(clone, ".changeset"), { recursive: true });
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  const git = (...words: readonly string[]) => execFileSync("git", [...identity, ...words], { cwd: clone, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "test: start");
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
}

/** Returns every file of the clone and of its git folder, with its size and time. Other tests write to the shared node_modules. */
function filesOf(where: string): string[] {
  return readdirSync(where, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(where, "node_modules")))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .toSorted();
}

const textOf = (name: string) => readFileSync(join(out, name), "utf8");

test("does everything but publish in a dry run of a release, and writes nothing to the clone", () => {
  expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining("Nothing was published.") });
  expect(ended.stdout).toMatch(/^size +now +\d+\.\d+\.\d+ +change +budget\npackedBytes /m);
  expect(filesOf(clone)).toEqual(before);
});

test("writes the packed file, the plugin's archive, the bill of materials and the sums of a release", () => {
  const [, version = ""] = /pulumi-resourceshare-(.+)\.tgz/.exec(readdirSync(out).join("\n")) ?? [];
  const files = [
    `pulumi-resource-resourceshare-v${version}-darwin-arm64.tar.gz`,
    `pulumi-resourceshare-${version}.cdx.json`,
    `pulumi-resourceshare-${version}.tgz`,
  ];
  expect(readdirSync(out).toSorted()).toEqual(["NOTES.md", "SHA256SUMS", ...files]);
  expect(Array.from(textOf("SHA256SUMS").matchAll(/^[0-9a-f]{64} {2}(.+)$/gm), ([, name]) => name).toSorted()).toEqual(files);

  const bill = JSON.parse(textOf(`pulumi-resourceshare-${version}.cdx.json`)) as { bomFormat: string; components: { name: string }[] };
  expect(bill.bomFormat).toBe("CycloneDX");
  expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
});

test("packs the next version of a release with every document that names it, and with the repository for provenance", () => {
  execFileSync("tar", ["-xzf", readdirSync(out).find((name) => name.endsWith(".tgz")) ?? "", "-C", folder], { cwd: out });
  const read = (name: string) => readFileSync(join(folder, "package", name), "utf8");
  const manifest = JSON.parse(read("package.json")) as { version: string; repository: unknown };
  expect(manifest.repository).toEqual({ type: "git", url: "git+https://github.com/example/resourceshare.git" });
  for (const name of ["README.md", "docs/upgrade.md", "examples/landing-zone/package.json"]) {
    expect(read(name)).toContain(`pulumi-resourceshare-${manifest.version}.tgz`);
  }
  const changes = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(manifest.version === packageJson.version).toBe(changes.length === 0);
  expect(read("CHANGELOG.md")).toContain(`## ${manifest.version}`);
  expect(textOf("NOTES.md")).toMatch(/^- /);
});
