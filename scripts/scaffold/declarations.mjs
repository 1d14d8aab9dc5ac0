import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the chapters of the sharing API that declare operations, and the names of the operations. @param {string} root */
export function declaredOperations(root) {
  const folder = join(root, "provider/api");
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const declarations = files.map((file) => ({ file, names: operationsIn(readFileSync(join(folder, file), "utf8")) }));
  return {
    chapters: declarations.filter(({ names }) => names.length > 0).map(({ file }) => file.replace(/\.ts$/, "")),
    operations: declarations.flatMap(({ names }) => names),
  };
}

/** @param {string} text */
function operationsIn(text) {
  return Array.from(text.matchAll(/^export const (\w+) = define\(/gm), ([, name = ""]) => name);
}
