import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Creates or replaces a file by renaming a new one: no reader sees half a file, and hard links to an old one keep its content.
 *
 * @param mode The permissions of the file, before the process's mask.
 */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const next = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(next, text, { flag: "wx", mode });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
