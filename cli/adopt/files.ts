import { lstatSync, mkdirSync, type Stats, statSync, writeFileSync } from "node:fs";
import { join, parse, resolve, sep } from "node:path";
import { fileProblem } from "../input/input-files.ts";
import { replaceFile } from "../replace-file.ts";

/**
 * Writes files into a folder, which it creates when it does not exist.
 *
 * @throws Error as {@link assertWritable}
 */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>, force: boolean): void {
  const names = Object.keys(files);
  assertWritable(folder, names, force);
  inWords(folder, () => {
    // `recursive` never ends where the system answers that no folder exists, as in /proc.
    for (const place of foldersTo(folder)) if (statOf(place) === undefined) mkdirSync(place);
  });
  // Again: another user may have put a link into the path while the folders were made.
  const found = assertWritable(folder, names, force);
  inWords(folder, () => {
    for (const [name, text] of Object.entries(files)) {
      if (found.includes(name)) replaceFile(join(folder, name), text);
      // Fails when the name exists meanwhile, also as a dangling link.
      else writeFileSync(join(folder, name), text, { flag: "wx" });
    }
  });
}

/**
 * Returns which of the files exist that would be written. No file is written through a symbolic link, neither of a file nor of a parent
 * folder: a link could lead to any file of the user.
 *
 * @param force Whether to replace existing files.
 * @throws Error when the files cannot be written: without `force`, also when one exists
 */
export function assertWritable(folder: string, names: readonly string[], force: boolean): readonly string[] {
  return inWords(folder, () => {
    assertOwnFolder(folder);
    const found = names.filter((name) => statOf(join(folder, name)) !== undefined);
    if (found.length > 0 && !force) {
      throw new Error(
        `${folder} has ${found.join(", ")} already, and nothing was written: choose another place, or overwrite with --force`,
      );
    }
    const strange = found.filter((name) => statOf(join(folder, name))?.isFile() !== true);
    if (strange.length > 0) {
      throw new Error(
        `${strange.join(", ")} in ${folder} is a link or no file, and nothing was written: remove it, or choose another place`,
      );
    }
    return found;
  });
}

/** Runs a function, and puts errors of the system into words. */
function inWords<Result>(folder: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new Error(`${folder} cannot be written: ${fileProblem(error, "no folder can be created there")}; choose another place`, {
      cause: error,
    });
  }
}

/** The folders of a path, from the one in the root folder to the last. */
function foldersTo(folder: string): string[] {
  const whole = resolve(folder);
  const { root } = parse(whole);
  const names = whole.slice(root.length).split(sep);
  return names.map((_, depth) => join(root, ...names.slice(0, depth + 1)));
}

/**
 * Throws when a folder of a path is a link or no folder, or when the last is another user's, who could put a link there at any time.
 * Links in the root folder belong to the system, as `/tmp` on macOS.
 */
function assertOwnFolder(folder: string): void {
  for (const [depth, place] of foldersTo(folder).entries()) {
    const found = statOf(place);
    if (found === undefined) return;
    if (found.isDirectory() || (found.isSymbolicLink() && depth === 0)) continue;
    const what = found.isSymbolicLink() ? "a link" : "no folder";
    throw new Error(`${place} is ${what}, and nothing was written: choose another place`);
  }
  const whole = resolve(folder);
  if (process.getuid !== undefined && statSync(whole).uid !== process.getuid()) {
    throw new Error(`${whole} belongs to another user, and nothing was written: choose a folder of your own`);
  }
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
