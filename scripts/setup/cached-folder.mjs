import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isExecutable } from "./commands.mjs";
import { withLock } from "./lock.mjs";
import { duration, report } from "./report.mjs";

/**
 * Fills a folder in the cache folder when it is missing or incomplete. Only the tests that need such a folder call this, so the set-up
 * does not grow.
 * @param {object} options
 * @param {string} options.subject what is built, for messages
 * @param {string} options.folder a folder in the cache folder, whose name contains the version
 * @param {string} options.expect what the build does and how long it takes
 * @param {(folder: string) => Promise<void>} options.build fills an empty folder
 * @param {() => boolean} [options.isComplete]
 */
export async function provideCachedFolder({ subject, folder, expect, build, isComplete = () => existsSync(folder) }) {
  if (isComplete()) return;
  mkdirSync(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, subject, async () => {
    if (isComplete()) return;
    // Renamed into place, so that other processes never find a partial build. The set-up removes the staging folders of killed processes.
    const staging = mkdtempSync(join(dirname(folder), `partial-${process.pid}-`));
    const since = Date.now();
    try {
      report(subject, `${expect}…`);
      await build(staging);
      renameSync(staging, folder);
      report(subject, `${basename(folder)} took ${duration(Date.now() - since)}, and is kept in ${folder}.`);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  });
}

/**
 * Returns the folder of a program in the cache folder, after building it there when it is missing.
 * @param {object} options
 * @param {string} options.subject what is built, for messages
 * @param {string} options.name the program's file name
 * @param {string} options.folder a folder in the cache folder, whose name contains the version
 * @param {string} options.expect what the build does and how long it takes
 * @param {(folder: string) => Promise<void>} options.build writes `bin/NAME` to an empty folder
 * @returns {Promise<string>}
 */
export async function provideCachedProgram({ name, folder, ...build }) {
  await provideCachedFolder({ ...build, folder, isComplete: () => isExecutable(join(folder, "bin", name)) });
  return join(folder, "bin");
}
