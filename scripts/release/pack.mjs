import { join } from "node:path";
import { run, tail } from "../setup/commands.mjs";
import { readJson } from "../setup/fingerprints.mjs";
import { SetupError } from "../setup/report.mjs";

/**
 * Packs a compiled checkout as npm publishes it.
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<string>} the packed file
 */
export async function pack(root, folder) {
  const output = await succeed("npm", ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder], root);
  return join(folder, output.trim().split("\n").at(-1) ?? "");
}

/** Returns the version in the manifest of a checkout. @param {string} root @returns {string} */
export function versionOf(root) {
  return readJson(join(root, "package.json")).version;
}

/**
 * Runs a command of a release.
 * @param {string} command
 * @param {string[]} words
 * @param {string} cwd
 * @returns {Promise<string>} its output
 */
export async function succeed(command, words, cwd) {
  const { code, output } = await run(command, words, { cwd });
  if (code !== 0) throw new SetupError(`${command} ${words[0]} failed:\n${tail(output, 30)}`);
  return output;
}
