import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isExecutable } from "./commands.mjs";
import { withLock } from "./lock.mjs";
import { duration, report } from "./report.mjs";

/**
 * Returns the folder of a program in the cache folder, after building it there when it is missing. Only the tests that need such a program
 * call this, so the set-up does not grow.
 * @param {object} options
 * @param {string} options.subject what is built, for messages
 * @param {string} options.name the program's file name
 * @param {string} options.folder a folder in the cache folder, whose name contains the version
 * @param {string} options.expect what the build does and how long it takes
 * @param {(folder: string) => Promise<void>} options.build writes `bin/NAME` to an empty folder
 * @returns {Promise<string>}
 */
export async function provideCachedProgram({ subject, name, folder, expect, build }) {
  const isThere = () => isExecutable(join(folder, "bin", name));
  if (isThere()) return join(folder, "bin");
  mkdirSync(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, subject, async () => {
    if (isThere()) return;
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
  return join(folder, "bin");
}
