import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { readJson } from "../setup/fingerprints.mjs";

/**
 * Returns the licences of the npm packages that a bundle contains.
 * @param {readonly string[]} modules the paths of the bundle's modules
 */
export function licensesOf(modules) {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []));
  return [...folders].toSorted().map(licenseOf).join("\n");
}

/** Returns the licence of the Node that runs, which has the version of the Node inside the executables. */
export function nodeLicense() {
  const file = join(dirname(process.execPath), "..", "LICENSE");
  const text = existsSync(file) ? readFileSync(file, "utf8") : `https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`;
  return `Node.js ${process.version}\n\n${text}`;
}

/** @param {string} path @returns {string | undefined} */
function packageFolder(path) {
  return new RegExp(`^.*\\${sep}node_modules\\${sep}(?:@[^\\${sep}]+\\${sep})?[^\\${sep}]+`).exec(path)?.[0];
}

/** @param {string} folder */
function licenseOf(folder) {
  const { name, version, license } = readJson(join(folder, "package.json"));
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}
