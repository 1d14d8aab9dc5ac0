import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isExecutable } from "./commands.mjs";
import { findPulumi, onPath, pulumiVersion } from "./environment.mjs";
import { fromGoModule } from "./go-module.mjs";
import { isAlive, withLock } from "./lock.mjs";
import { duration, SetupError, tell } from "./report.mjs";
import { fromVendor } from "./vendor.mjs";
import { GO_AT_LEAST, isAtLeast, PULUMI_AT_LEAST, PULUMI_INSTALLED } from "./versions.mjs";

const SUBJECT = "Pulumi CLI";

/**
 * A way to get the CLI.
 * @typedef {object} Way
 * @property {string} name as in "from …"
 * @property {string} expect how long it may take
 * @property {(folder: string) => Promise<void>} install leaves `bin/pulumi` in the folder, or throws an error that says why not
 */

/**
 * Gives the CLI that is there, or installs one into the cache folder.
 * @param {{ cache: string, path?: string, ways?: Way[] }} options
 * @returns {Promise<import("./environment.mjs").FoundPulumi>}
 */
export async function obtainPulumi({ cache, path = process.env["PATH"] ?? "", ways = [fromVendor, fromGoModule] }) {
  const found = findPulumi({ path, cache });
  if (found !== undefined) return found;
  const unfit = onPath(path, cache).map(({ pulumi, lacks }) => `${pulumi.path} ${lacks}`);
  tell(SUBJECT, `${unfit[0] ?? "none on the PATH"}, and none in ${cache}; ${PULUMI_AT_LEAST} or newer is needed.`);
  prepare(cache);
  return withLock(join(cache, `pulumi-${PULUMI_INSTALLED}.lock`), SUBJECT, async () => {
    sweep(cache);
    return findPulumi({ path, cache }) ?? (await install(cache, ways, unfit));
  });
}

/**
 * @param {string} cache
 * @param {Way[]} ways
 * @param {string[]} tried
 * @returns {Promise<import("./environment.mjs").FoundPulumi>}
 */
async function install(cache, ways, tried) {
  for (const way of ways) {
    // Built aside and renamed as a whole, so that nobody ever finds half an installation.
    const aside = mkdtempSync(join(cache, `partial-${process.pid}-`));
    const since = Date.now();
    try {
      tell(SUBJECT, `installing ${PULUMI_INSTALLED} from ${way.name} (${way.expect})…`);
      await way.install(aside);
      const version = isExecutable(join(aside, "bin", "pulumi")) ? pulumiVersion(join(aside, "bin", "pulumi"), cache) : undefined;
      if (version === undefined || !isAtLeast(version, PULUMI_AT_LEAST))
        throw new Error(`it left no CLI that runs (${version ?? "no version"})`);
      const folder = join(cache, `pulumi-${version}`);
      renameUnlessThere(aside, folder);
      tell(SUBJECT, `${version} installed from ${way.name} in ${duration(Date.now() - since)}, and kept in ${folder}.`);
      return { path: join(folder, "bin", "pulumi"), version, source: "cache" };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell(SUBJECT, `not from ${way.name}: ${reason}`);
      tried.push(`${way.name}: ${reason}`);
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
  throw new SetupError(
    [
      `The Pulumi CLI ${PULUMI_AT_LEAST} or newer is needed, and every way to get it failed.`,
      ...tried.map((line) => `  - ${line}`),
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
function prepare(cache) {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch {
    throw new SetupError(`The cache folder ${cache} cannot be written to: name another in RESOURCESHARE_CACHE_DIR.`);
  }
}

/**
 * Removes what set-ups left that were killed.
 * @param {string} cache
 */
function sweep(cache) {
  for (const name of readdirSync(cache)) {
    const pid = Number(/^partial-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    try {
      const isOld = Date.now() - statSync(join(cache, name)).mtimeMs > 24 * 3_600_000;
      if (isOld || !isAlive(pid)) rmSync(join(cache, name), { recursive: true, force: true });
    } catch {
      // Another user's, or removed meanwhile; it only takes space.
    }
  }
}
