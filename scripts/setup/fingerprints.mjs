import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * A fingerprint of files and of what is in folders: names and content, not times, so that a fresh checkout compares equal.
 * @param {string} root
 * @param {string[]} paths below the root
 * @returns {string}
 */
export function fingerprint(root, paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesOf(join(root, path)))) {
    const content = read(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Remembers in the checkout what was done with what, so that it is done once.
 * @param {string} root
 * @param {"dependencies" | "dist"} what
 * @param {string} fingerprint the fingerprint of what it was done with
 */
export function storeFingerprint(root, what, fingerprint) {
  writeAtomically(fingerprintFile(root, what), fingerprint);
}

/**
 * @param {string} root
 * @param {"dependencies" | "dist"} what
 * @param {string} fingerprint
 */
export function matchesFingerprint(root, what, fingerprint) {
  return read(fingerprintFile(root, what)).toString() === fingerprint;
}

/** Inside node_modules, so that it goes when they go. */
const fingerprintFile = (/** @type {string} */ root, /** @type {string} */ what) =>
  join(root, "node_modules", ".cache", "pulumi-resourceshare", what);

/**
 * @param {string} path
 * @returns {string[]} the files below a folder in the order of their names, or the path itself
 */
function filesOf(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => filesOf(join(path, entry.name)));
  } catch {
    return [path];
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.from("absent");
  }
}

/**
 * @param {string} file
 * @returns {any} what the JSON file says; an empty object when it is absent or half written
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/**
 * Writes a file as a whole: whoever reads it meanwhile sees the old one or the new one.
 * @param {string} file
 * @param {string} text
 * @param {number} [mode]
 */
export function writeAtomically(file, text, mode = 0o644) {
  const draft = `${file}.${process.pid}.draft`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}
