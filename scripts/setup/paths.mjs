import { homedir } from "node:os";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of this checkout. */
export const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Returns the folder for programs that all checkouts of this user share.
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
 * Returns the folders of a PATH, without those that npm prepends for scripts.
 * @param {string} [path]
 * @returns {string[]}
 */
export function machineFolders(path = process.env["PATH"] ?? "") {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "" && !folder.includes(`${sep}node_modules${sep}`) && !folder.endsWith("node-gyp-bin"));
}
