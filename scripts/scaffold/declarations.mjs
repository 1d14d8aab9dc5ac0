import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the chapters of the sharing API that declare operations, and the operations: their names, and whether each reads. @param {string} root */
export function declaredOperations(root) {
  const folder = join(root, "provider/api");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const declarations = files.map((file) => ({ file, operations: operationsIn(readFileSync(join(folder, file), "utf8")) }));
  return {
    chapters: declarations.filter(({ operations }) => operations.length > 0).map(({ file }) => file.replace(/\.ts$/, "")),
    operations: new Map(declarations.flatMap(({ operations }) => operations)),
  };
}

/** @param {string} text @returns {[name: string, reads: boolean][]} */
function operationsIn(text) {
  const declarations = text.matchAll(/^export const (\w+) = define\([^]*?^ {2}reads: (true|false),$/gm);
  return Array.from(declarations, ([, name = "", reads]) => [name, reads === "true"]);
}
