import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Formats files with the repository's formatter, so that the format check accepts them.
 * @param {string} root
 * @param {Record<string, string>} files
 * @returns {Record<string, string>}
 */
export function formatted(root, files) {
  const formatter = join(root, "node_modules/.bin/oxfmt");
  return Object.fromEntries(
    Object.entries(files).map(([path, input]) => [
      path,
      execFileSync(formatter, [`--stdin-filepath=${path}`], { cwd: root, input, encoding: "utf8" }),
    ]),
  );
}
