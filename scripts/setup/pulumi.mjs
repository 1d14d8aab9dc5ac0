import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isExecutable } from "./commands.mjs";
import { findPulumi, onPath, pulumiVersion } from "./environment.mjs";
import { goModuleInstaller } from "./go-module.mjs";
import { isAlive, withLock } from "./lock.mjs";
import { duration, SetupError, report } from "./report.mjs";
import { vendorInstaller } from "./pulumi-installer.mjs";
import { GO_AT_LEAST, isAtLeast, PULUMI_AT_LEAST, PULUMI_INSTALLED } from "./versions.mjs";

const SUBJECT = "Pulumi CLI";

/**
 * A method to install the CLI.
 * @typedef {object} Way
 * @property {string} name as in "from …"
 * @property {string} expect how long it takes, for messages
 * @property {(folder: string) => Promise<void>} install writes `bin/pulumi` to the folder, or throws an error with the reason
 */

/**
 * Returns the available CLI, or installs one into the cache folder.
 * @param {{ cache: string, path?: string, ways?: Way[] }} options
 * @returns {Promise<import("./environment.mjs").FoundPulumi>}
 */
export async function obtainPulumi({ cache, path = process.env["PATH"] ?? "", ways = [vendorInstaller, goModuleInstaller] }) {
  const found = findPulumi({ path, cache });
  if (found !== undefined) return found;
  const unsuitable = onPath(path, cache).map(({ pulumi, lacks }) => `${pulumi.path} ${lacks}`);
  report(SUBJECT, `${unsuitable[0] ?? "none on the PATH"}, and none in ${cache}; ${PULUMI_AT_LEAST} or newer is needed.`);
  prepareCache(cache);
  return withLock(join(cache, `pulumi-${PULUMI_INSTALLED}.lock`), SUBJECT, async () => {
    removePartialInstalls(cache);
    return findPulumi({ path, cache }) ?? (await install(cache, ways, unsuitable));
  });
}

/**
 * @param {string} cache
 * @param {Way[]} ways
 * @param {string[]} failures
 * @returns {Promise<import("./environment.mjs").FoundPulumi>}
 */
async function install(cache, ways, failures) {
  for (const way of ways) {
    // Installed into a staging folder and renamed, so that other processes never find a partial installation.
    const staging = mkdtempSync(join(cache, `partial-${process.pid}-`));
    const since = Date.now();
    try {
      report(SUBJECT, `installing ${PULUMI_INSTALLED} from ${way.name} (${way.expect})…`);
      await way.install(staging);
      const version = isExecutable(join(staging, "bin", "pulumi")) ? pulumiVersion(join(staging, "bin", "pulumi"), cache) : undefined;
      if (version === undefined || !isAtLeast(version, PULUMI_AT_LEAST))
        throw new Error(`it left no CLI that runs (${version ?? "no version"})`);
      const folder = join(cache, `pulumi-${version}`);
      renameUnlessThere(staging, folder);
      report(SUBJECT, `${version} installed from ${way.name} in ${duration(Date.now() - since)}, and kept in ${folder}.`);
      return { path: join(folder, "bin", "pulumi"), version, source: "cache" };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report(SUBJECT, `not from ${way.name}: ${reason}`);
      failures.push(`${way.name}: ${reason}`);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }
  throw new SetupError(
    [
      `The Pulumi CLI ${PULUMI_AT_LEAST} or newer is needed, and every way to get it failed.`,
      ...failures.map((line) => `  - ${line}`),
      `Install it from its vendor (https://www.pulumi.com/docs/install/) so that pulumi is on the PATH,`,
      `or install Go ${GO_AT_LEAST} or newer and reach a Go module proxy; then run this again.`,
    ].join("\n"),
  );
}

/**
 * @param {string} from
 * @param {string} to
 */
function renameUnlessThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isExecutable(join(to, "bin", "pulumi"))) throw error;
  }
}

/** @param {string} cache */
function prepareCache(cache) {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    throw new SetupError(`The cache folder ${cache} cannot be written to: name another in RESOURCESHARE_CACHE_DIR.`);
  }
}

/**
 * Removes the staging folders of killed set-ups.
 * @param {string} cache
 */
function removePartialInstalls(cache) {
  for (const name of readdirSync(cache)) {
    const pid = Number(/^partial-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    try {
      const isOld = Date.now() - statSync(join(cache, name)).mtimeMs > 24 * 3_600_000;
      if (isOld || !isAlive(pid)) rmSync(join(cache, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user or is already removed. It only takes space.
    }
  }
}
