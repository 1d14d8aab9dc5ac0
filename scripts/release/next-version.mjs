import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getReleasePlan } from "@changesets/get-release-plan";
import { withRelease } from "./changelog.mjs";

/**
 * @typedef {object} NextVersion
 * @property {string} from
 * @property {string} to
 * @property {readonly string[]} notes
 * @property {readonly string[]} changes the names of the files in .changeset
 */

/** The files with the version in a field, and how often. */
const VERSION_FIELDS = { "package.json": 1, "package-lock.json": 2, "schema.json": 1, "sdk/binding/provider-args.ts": 1 };

/** The folders and files whose commands name the packed file or the plugin by its version. */
const NAMING = ["README.md", "docs", "examples"];

/**
 * Returns the version that the files in .changeset ask for.
 * @param {string} root
 * @returns {Promise<NextVersion | undefined>} `undefined` when there is no such file
 */
export async function nextVersion(root) {
  const { changesets, releases } = await getReleasePlan(root);
  const [release] = releases;
  if (release?.oldVersion === undefined || release.newVersion === undefined) return undefined;
  return {
    from: release.oldVersion,
    to: release.newVersion,
    notes: changesets.map(({ summary }) => summary),
    changes: changesets.map(({ id }) => `${id}.md`),
  };
}

/**
 * Writes a version to every file that names it, moves its notes to the changelog, and removes their files.
 * @param {string} root
 * @param {NextVersion} version
 * @param {string} date
 */
export function applyVersion(root, { from, to, notes, changes }, date) {
  const old = from.replaceAll(".", String.raw`\.`);
  for (const [path, times] of Object.entries(VERSION_FIELDS)) {
    for (let time = 0; time < times; time++)
      edit(root, path, (text) => text.replace(new RegExp(`("version": |VERSION = )"${old}"`), `$1"${to}"`));
  }
  const named = new RegExp(String.raw`(resourceshare(?:: | |-|@)v?)${old}(?!\.?\d)`, "g");
  for (const path of NAMING.flatMap((name) => textsBelow(root, name))) edit(root, path, (text) => text.replace(named, `$1${to}`));
  edit(root, "CHANGELOG.md", (text) => withRelease(text, { version: to, date, notes }));
  for (const name of changes) rmSync(join(root, ".changeset", name));
}

/** @param {string} root @param {string} path @param {(text: string) => string} change */
function edit(root, path, change) {
  const text = readFileSync(join(root, path), "utf8");
  const changed = change(text);
  if (changed !== text) writeFileSync(join(root, path), changed);
}

/** Returns the text files of a folder, or the path of a file. @param {string} root @param {string} name */
function textsBelow(root, name) {
  if (name.includes(".")) return [name];
  return readdirSync(join(root, name), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(md|json|ya?ml|toml|txt|mjs|sh)$/.test(path) && !/(^|\/)(node_modules|venv|sdks)\//.test(path))
    .map((path) => `${name}/${path}`);
}
