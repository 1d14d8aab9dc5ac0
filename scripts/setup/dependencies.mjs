import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tail } from "./commands.mjs";
import { fingerprint, matchesFingerprint, storeFingerprint, readJson } from "./fingerprints.mjs";
import { provideNode } from "./node.mjs";
import { npmCi } from "./npm.mjs";
import { duration, SetupError, report, withProgress } from "./report.mjs";

const SUBJECT = "Dependencies";

/**
 * Whether node_modules matches package-lock.json. A match is cached, so that the next call only computes a hash.
 * @param {string} root
 */
export function areInstalled(root) {
  const lock = fingerprint(root, ["package-lock.json"]);
  if (matchesFingerprint(root, "dependencies", lock)) return true;
  if (!matches(readJson(join(root, "package-lock.json")), readJson(join(root, "node_modules", ".package-lock.json")))) return false;
  storeFingerprint(root, "dependencies", lock);
  return true;
}

/**
 * Compares package-lock.json with npm's record of installed packages. Optional packages, as those of other platforms, may be missing.
 * @param {{ packages?: Record<string, { version?: string, optional?: boolean, integrity?: string }> }} wanted
 * @param {{ packages?: Record<string, { version?: string, integrity?: string }> }} installed
 */
export function matches({ packages: wanted }, { packages: installed }) {
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, want]) => {
    const have = installed[path];
    if (path === "" || (have === undefined && want.optional)) return true;
    return have?.version === want.version && have?.integrity === want.integrity;
  });
}

/**
 * Installs the dependencies into a staging folder and then renames it. Processes that use the checkout are not disturbed, and an
 * interrupted installation does not leave a partial node_modules.
 * @param {string} root
 */
export async function installDependencies(root) {
  report(SUBJECT, "installing what package-lock.json lists with npm ci (about half a minute, more on a slow line)…");
  const since = Date.now();
  removeStagingFolders(root);
  const staging = mkdtempSync(join(root, STAGING_PREFIX));
  try {
    copyManifests(root, staging);
    const result = await withProgress(
      SUBJECT,
      () => "",
      () => npmCi(staging),
    );
    if (result.code !== 0) throw new SetupError(`npm could not install the dependencies:\n${tail(result.output)}`);
    await provideNode(staging);
    storeFingerprint(staging, "dependencies", fingerprint(staging, ["package-lock.json"]));
    if (existsSync(join(root, "node_modules"))) renameSync(join(root, "node_modules"), join(staging, "before"));
    renameSync(join(staging, "node_modules"), join(root, "node_modules"));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  report(SUBJECT, `installed in ${duration(Date.now() - since)}.`);
}

/** Prefix of the staging folders. */
const STAGING_PREFIX = ".setup-";

/**
 * Removes the staging folders of killed set-ups. An orphaned npm may still write to one; the next set-up removes it then.
 * @param {string} root
 */
function removeStagingFolders(root) {
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(STAGING_PREFIX))) {
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The next set-up removes it.
    }
  }
}

/**
 * @param {string} root
 * @param {string} staging
 */
function copyManifests(root, staging) {
  // The package's scripts need its sources, which the staging folder lacks.
  const { scripts: _, ...manifest } = readJson(join(root, "package.json"));
  writeFileSync(join(staging, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(staging, ".gitignore"), "*\n");
  for (const name of ["package-lock.json", ".npmrc"]) if (existsSync(join(root, name))) copyFileSync(join(root, name), join(staging, name));
}
