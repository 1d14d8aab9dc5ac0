/**
 * Writes the programs of pages in YAML and Python, between `<!-- languages: KIND -->` and `<!-- end of languages -->`.
 * KIND is a kind of resource: the schema has its example in these languages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const REGION = /(<!-- languages: (\S+) -->\n)[^]*?(<!-- end of languages -->)/g;

/**
 * @param {string} root
 * @param {(kind: string) => { readonly yaml: string, readonly python: string } | undefined} textsOf
 * @returns {Record<string, string>} text of each page with such programs, by its path
 */
export function languageBlocks(root, textsOf) {
  const pages = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => /** @type {const} */ ([`docs/${name}`, readFileSync(join(root, "docs", name), "utf8")]));
  return Object.fromEntries(
    pages.filter(([, text]) => text.search(REGION) >= 0).map(([path, text]) => [path, withPrograms(text, textsOf)]),
  );
}

/**
 * @param {string} page
 * @param {(source: string) => { readonly yaml: string, readonly python: string } | undefined} programs
 */
export function withPrograms(page, programs) {
  return page.replaceAll(REGION, (_, begin, source, end) => {
    const found = programs(source);
    if (found === undefined) throw new Error(`there is no program of ${source}`);
    const blocks = Object.entries({ YAML: ["yaml", found.yaml], Python: ["python", found.python] }).map(
      ([title, [language, text]]) =>
        `<details><summary>${title}, with the plugin</summary>\n\n\`\`\`${language}\n${text}\n\`\`\`\n\n</details>\n`,
    );
    return `${begin}\n${blocks.join("\n")}\n${end}`;
  });
}
