import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SUMS = "SHA256SUMS";

/** Writes the SHA-256 sums of the files in a folder to `SHA256SUMS`. @param {string} folder */
export function writeSums(folder) {
  const files = readdirSync(folder).filter((name) => name !== SUMS);
  writeFileSync(join(folder, SUMS), files.map((name) => `${sumOf(join(folder, name))}  ${name}\n`).join(""));
}

/** Reads the names and sums of a folder's `SHA256SUMS`. @param {string} folder */
export function readSums(folder) {
  const lines = readFileSync(join(folder, SUMS), "utf8").matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map(Array.from(lines, ([, sum = "", name = ""]) => [name, sum]));
}

/** Returns the SHA-256 sum of a file. @param {string} file */
export function sumOf(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
