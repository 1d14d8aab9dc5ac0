import { lstatSync, readFileSync } from "node:fs";
import { simulatorFileHeader } from "../../access/output/simulator-file.ts";
import { UsageError } from "../command.ts";
import { fileProblem } from "../input/input-files.ts";
import { replaceFile } from "../replace-file.ts";

/**
 * Writes shell commands to a file that only its owner can read. It replaces a file of an earlier run, and no other file.
 *
 * @throws UsageError when the name belongs to something else, or cannot be written.
 */
export function writeEnvFile(path: string, lines: readonly string[]): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isFile() && readFileSync(path, "utf8").startsWith(simulatorFileHeader))) {
    throw new UsageError(`${path} exists, and resourceshare simulate did not write it: choose another name for --write-env`);
  }
  try {
    replaceFile(path, [simulatorFileHeader, ...lines, ""].join("\n"), 0o600);
  } catch (error) {
    throw new UsageError(`--write-env ${path} cannot be written: ${fileProblem(error, "there is no such folder")}`, { cause: error });
  }
}
