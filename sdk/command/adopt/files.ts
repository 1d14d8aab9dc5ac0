import { lstatSync, mkdirSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { join, parse, resolve, sep } from "node:path";

/**
 * Writes files into a folder, which is made when it is not there. Never writes through a link: a link, the folder or one above it included, could lead to any
 * file of the user's. Without `force` nothing is written when one of the files is there already.
 */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>, force: boolean): void {
  checkFolders(folder);
  const found = Object.keys(files).filter((name) => statOf(join(folder, name)) !== undefined);
  if (found.length > 0 && !force) {
    throw new Error(`${folder} has ${found.join(", ")} already, and nothing was written: choose another --out, or overwrite with --force`);
  }
  const strange = found.filter((name) => statOf(join(folder, name))?.isFile() !== true);
  if (strange.length > 0) {
    throw new Error(`${strange.join(", ")} in ${folder} is a link or no file, and nothing was written: remove it, or choose another --out`);
  }
  mkdirSync(folder, { recursive: true });
  // Another process may have put a link there meanwhile.
  checkFolders(folder);
  for (const [name, text] of Object.entries(files)) {
    if (found.includes(name)) replaceFile(join(folder, name), text);
    else createFile(join(folder, name), text);
  }
}

/** Throws when a folder or one above it is a link or no folder. A link at the top of the file system is the system's own, as `/tmp` of macOS. */
function checkFolders(folder: string): void {
  const whole = resolve(folder);
  const { root } = parse(whole);
  const names = whole.slice(root.length).split(sep);
  for (const depth of names.keys()) {
    const place = join(root, ...names.slice(0, depth + 1));
    const found = statOf(place);
    if (found === undefined) return;
    if (found.isDirectory() || (found.isSymbolicLink() && depth === 0)) continue;
    const what = found.isSymbolicLink() ? "a link" : "no folder";
    throw new Error(`${place} is ${what}, and nothing was written: give --out a folder whose path has none`);
  }
}

/** Fails when anything has that name, a link that leads nowhere included. */
function createFile(path: string, text: string): void {
  writeFileSync(path, text, { flag: "wx" });
}

/** Puts another file in a file's place, so that a hard link to the old one keeps its contents. */
function replaceFile(path: string, text: string): void {
  const next = `${path}.${process.pid}.new`;
  createFile(next, text);
  try {
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
