import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A change of one file: `edit` gets its text, which is empty when there is no such file.
 * @typedef {{ readonly path: string, readonly edit: (text: string) => string }} Edit
 */

/** Applies edits, all or none, and returns the paths. @param {string} root @param {readonly Edit[]} edits */
export function applyEdits(root, edits) {
  const texts = edits.map(({ path, edit }) => ({ path, text: edit(textOf(join(root, path))) }));
  for (const { path, text } of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return texts.map(({ path }) => path);
}

/**
 * Returns the text with a name imported from a module that it already imports names from.
 * @param {string} text @param {string} module @param {string} name
 */
export function withImport(text, module, name) {
  const statement = new RegExp(`^import \\{([^}]*)\\} from "${module.replaceAll(".", String.raw`\.`)}";$`, "m");
  const [whole, list] = statement.exec(text) ?? [];
  if (whole === undefined || list === undefined) return `import { ${name} } from "${module}";\n${text}`;
  const names = list.split(",").flatMap((one) => one.trim() || []);
  if (names.includes(name)) return text;
  const separator = list.includes("\n") ? ",\n  " : ", ";
  const [before, after] = list.includes("\n") ? ["\n  ", ",\n"] : [" ", " "];
  return text.replace(whole, `import {${before}${[...names, name].join(separator)}${after}} from "${module}";`);
}

/** Returns the edit that adds a changeset: a line of the changelog. @param {string} file @param {string} line @returns {Edit} */
export function changesetEdit(file, line) {
  return { path: `.changeset/${file}.md`, edit: () => `---\n"pulumi-resourceshare": minor\n---\n\n${line}\n` };
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
