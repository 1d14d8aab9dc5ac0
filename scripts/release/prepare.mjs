import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFindings } from "../check/package-findings.mjs";
import { formatSizes, measureSizes, sizeFindings } from "../check/package-sizes.mjs";
import { writeSums } from "../plugin/sums.mjs";
import { run } from "../setup/commands.mjs";
import { matches } from "../setup/dependencies.mjs";
import { buildDist } from "../setup/dist.mjs";
import { readJson } from "../setup/fingerprints.mjs";
import { report, SetupError } from "../setup/report.mjs";
import { writeBillOfMaterials } from "./bill-of-materials.mjs";
import { notesOf } from "./changelog.mjs";
import { applyVersion, nextVersion } from "./next-version.mjs";
import { pack, succeed, versionOf } from "./pack.mjs";

/**
 * Compiles, checks and packs the newest commit in a copy, so that neither uncommitted files nor an older `dist` reach a release.
 * @param {object} options
 * @param {string} options.root a checkout with its dependencies installed; nothing is written to it
 * @param {string} options.out the folder of the release's files, which is created
 * @param {boolean} options.isRehearsal whether waiting changes become the next version; otherwise they are an error
 * @param {string} [options.platforms] of the plugin's archives, separated by commas; all by default
 * @returns {Promise<string>} the version
 */
export async function prepareRelease({ root, out, isRehearsal, platforms }) {
  if (existsSync(out) && readdirSync(out).length > 0) throw new SetupError(`${out} is not empty: name another folder with --out.`);
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-release-"));
  try {
    const copy = await copyCommit(root, folder);
    await takeVersion(copy, isRehearsal);
    const version = versionOf(copy);
    const notes = notesOfVersion(copy, version);
    nameRepository(copy);
    await buildDist(copy);
    mkdirSync(out, { recursive: true });
    const packed = await pack(copy, out);
    await checkPackage(copy, packed);
    await writeBillOfMaterials({ root: copy, folder, file: join(out, `pulumi-resourceshare-${version}.cdx.json`) });
    await writeArchives(copy, out, platforms);
    // The notes are shown on the page of the release, and are none of its files.
    writeSums(out);
    writeFileSync(join(out, "NOTES.md"), `${notes}\n`);
    return version;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root @param {string} folder */
async function copyCommit(root, folder) {
  const [lock, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => readJson(join(root, name)));
  if (!matches(lock, installed))
    throw new SetupError("the dependencies are not those of package-lock.json: run node scripts/setup.mjs first.");
  const { output: changed } = await run("git", ["--no-optional-locks", "status", "--porcelain"], { cwd: root });
  if (changed.trim() !== "") report("Release", "uncommitted changes are left out; it is made from the newest commit.");
  const [archive, copy] = [join(folder, "source.tar"), join(folder, "copy")];
  mkdirSync(join(copy, "node_modules"), { recursive: true });
  await succeed("git", ["archive", "--format=tar", `--output=${archive}`, "HEAD"], root);
  await succeed("tar", ["-xf", archive, "-C", copy], root);
  // Hard links take a second; a link to the folder would write the checkout's path into the bundles.
  const linked = await run("cp", ["-al", `${join(root, "node_modules")}/.`, join(copy, "node_modules")]);
  if (linked.code !== 0) cpSync(`${join(root, "node_modules")}/`, join(copy, "node_modules"), { recursive: true, force: true });
  return copy;
}

/** @param {string} copy @param {boolean} isRehearsal */
async function takeVersion(copy, isRehearsal) {
  const next = await nextVersion(copy);
  if (next === undefined) return;
  if (!isRehearsal)
    throw new SetupError("`.changeset` has changes that belong to no version: run npm run version, and commit what it writes.");
  report("Release", `${next.changes.length} files in .changeset make ${next.from} to ${next.to}.`);
  applyVersion(copy, next, new Date().toISOString().slice(0, 10));
}

/** Names the repository in the manifest, as npm requires for provenance. The workflow knows it, and a clone need not. @param {string} copy */
function nameRepository(copy) {
  const { GITHUB_SERVER_URL: server = "https://github.com", GITHUB_REPOSITORY: name } = process.env;
  if (name === undefined) return;
  const manifest = readJson(join(copy, "package.json"));
  manifest.repository = { type: "git", url: `git+${server}/${name}.git` };
  writeFileSync(join(copy, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** @param {string} copy @param {string} packed */
async function checkPackage(copy, packed) {
  const sizes = await measureSizes(copy, packed);
  console.log(formatSizes(sizes, versionOf(copy)));
  const findings = [...(await packageFindings(copy, packed)), ...sizeFindings(sizes)];
  if (findings.length > 0) throw new SetupError(`the package has ${findings.length} findings:\n${findings.join("\n")}`);
}

/** @param {string} copy @param {string} out @param {string} [platforms] */
async function writeArchives(copy, out, platforms) {
  const options = platforms === undefined ? [] : ["--platforms", platforms];
  await succeed(process.execPath, [join(copy, "scripts/plugin.mjs"), ...options], copy);
  const archives = join(copy, "dist/plugin-archives");
  for (const name of readdirSync(archives).filter((file) => file.endsWith(".tar.gz"))) cpSync(join(archives, name), join(out, name));
}

/** @param {string} copy @param {string} version */
function notesOfVersion(copy, version) {
  const found = notesOf(readFileSync(join(copy, "CHANGELOG.md"), "utf8"), version);
  if (found === undefined) throw new SetupError(`CHANGELOG.md has no section "## ${version}": run npm run version.`);
  return found;
}
