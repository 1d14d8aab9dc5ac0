import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Returns a fingerprint of files and folders. It covers names and content but not times, so that equal checkouts have equal fingerprints.
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
 * Stores the fingerprint of a step's inputs in the checkout, so that the step runs once.
 * @param {string} root
 * @param {"dependencies" | "dist"} what
 * @param {string} fingerprint the fingerprint of the step's inputs
 */
export function storeFingerprint(root, what, fingerprint) {
  writeAtomically(fingerprintFile(root, what), fingerprint);
}

/**
 * Whether a step's stored fingerprint equals the given one.
 * @param {string} root
 * @param {"dependencies" | "dist"} what
 * @param {string} fingerprint
 */
export function matchesFingerprint(root, what, fingerprint) {
  return read(fingerprintFile(root, what)).toString() === fingerprint;
}

/** The file is inside node_modules, so that it is removed with them. */
const fingerprintFile = (/** @type {string} */ root, /** @type {string} */ what) =>
  join(root, "node_modules", ".cache", "pulumi-resourceshare", what);

/**
 * @param {string} path
 * @returns {string[]} the files below a folder, sorted by name, or the path itself
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
 * Reads a JSON file.
 * @param {string} file
 * @returns {any} the content; an empty object when the file is missing or incomplete
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/**
 * Writes a file atomically: concurrent readers get the old or the new content.
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
