import { homedir } from "node:os";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout that this set-up belongs to. */
export const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Where programs are kept that every checkout of this user shares.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {string}
 */
export function cacheFolder(environment = process.env) {
  if (environment["RESOURCESHARE_CACHE_DIR"]) return resolve(environment["RESOURCESHARE_CACHE_DIR"]);
  if (environment["XDG_CACHE_HOME"]) return join(environment["XDG_CACHE_HOME"], "pulumi-resourceshare");
  const home = environment["HOME"] ?? homedir();
  return join(home, process.platform === "darwin" ? "Library/Caches" : ".cache", "pulumi-resourceshare");
}

/**
 * The folders of a PATH, without those that npm puts in front for the time of a script.
 * @param {string} [path]
 * @returns {string[]}
 */
export function machineFolders(path = process.env["PATH"] ?? "") {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.includes(`${sep}node_modules${sep}`) && !folder.endsWith("node-gyp-bin"));
}
