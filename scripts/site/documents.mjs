import { posix } from "node:path";

/**
 * Turns the repository's documents into the files of the site. A document keeps its path, and README.md becomes the index of its folder.
 * The front page is site/home.md instead of the repository's README.md.
 * What documents link to otherwise, such as sources and pictures, is copied below `public/source/`.
 */

/** Types that every static host serves as what they are. Other files get the ending .txt, so that browsers show them. */
const SERVED = /\.(svg|webp|json|txt)$/;

const HOME = "site/home.md";

/** The languages of examples. Blocks of code in several of them, one after the other, become tabs. */
const LANGUAGES = { ts: "TypeScript", yaml: "YAML", python: "Python", go: "Go" };

/** @param {string} path */
export function isDocument(path) {
  return /^([A-Z]+|docs\/.+|examples\/(.+\/)?README)\.md$/.test(path);
}

/**
 * @param {readonly string[]} paths every file of the repository
 * @param {(path: string) => Buffer} read
 * @returns {ReadonlyMap<string, string | Buffer>} content of each file of the site, by its path below the folder of pages
 */
export function siteFiles(paths, read) {
  /** @type {Map<string, string | Buffer>} */
  const files = new Map();
  /** @type {Set<string>} */
  const linked = new Set();
  // GitHub Pages leaves out files whose names begin with an underscore, unless there is this file.
  files.set("public/.nojekyll", "");
  for (const path of paths.filter(isDocument)) files.set(pageOf(path), inTabs(linksReplaced(read(path).toString(), path, paths, linked)));
  if (paths.includes(HOME)) files.set("index.md", linksReplaced(read(HOME).toString(), HOME, paths, linked));
  for (const path of linked) {
    if (paths.includes(path)) files.set(`public/source/${copyOf(path)}`, read(path));
    else {
      const inside = paths.filter((file) => file.startsWith(`${path}/`));
      files.set(`source/${path}/index.md`, listing(path, inside));
      for (const file of inside) files.set(`public/source/${copyOf(file)}`, read(file));
    }
  }
  return files;
}

/** The page of a document. @param {string} path */
export function pageOf(path) {
  return path.replace(/(^|\/)README\.md$/, "$1index.md");
}

/**
 * The address of what a document links to.
 * @param {string} target a path in the repository
 * @param {readonly string[]} paths
 * @param {Set<string>} linked gets what is to be copied
 */
function addressOf(target, paths, linked) {
  const readme = `${target}/README.md`;
  if (paths.includes(target) && isDocument(target)) return `/${pageOf(target)}`;
  if (paths.includes(readme) && isDocument(readme)) return `/${pageOf(readme)}`;
  linked.add(target);
  return paths.includes(target) ? `/source/${copyOf(target)}` : `/source/${target}/index.md`;
}

/**
 * @param {string} text
 * @param {string} from
 * @param {readonly string[]} paths
 * @param {Set<string>} linked
 */
function linksReplaced(text, from, paths, linked) {
  /** @param {string} file */
  const addressed = (file) => addressOf(posix.normalize(posix.join(posix.dirname(from), file)).replace(/\/$/, ""), paths, linked);
  // A code block shows links as they are.
  return text
    .split(/(^ *```[^]*?^ *```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(/\]\((?!#|[a-z]+:)([^)\s#]+)(#[^)\s]*)?\)/g, (_, file = "", anchor = "") => `](${addressed(file)}${anchor})`)
            .replaceAll(/(<(?:img|source) [^>]*src(?:set)?=")([^"]+)/g, (_, start = "", file = "") => start + addressed(file)),
    )
    .join("");
}

/** @param {string} text */
function inTabs(text) {
  const languages = Object.keys(LANGUAGES).join("|");
  return text.replaceAll(new RegExp(`(?:^\`\`\`(?:${languages})\n[^]*?^\`\`\`\n\n?){2,}`, "gm"), (blocks) => {
    const named = Object.entries(LANGUAGES).reduce(
      (all, [language, name]) => all.replace(`\`\`\`${language}\n`, `\`\`\`${language} [${name}]\n`),
      blocks,
    );
    return `::: code-group\n${named.trimEnd()}\n:::\n\n`;
  });
}

/** @param {string} path */
function copyOf(path) {
  return SERVED.test(path) ? path : `${path}.txt`;
}

/**
 * @param {string} folder
 * @param {readonly string[]} files
 */
function listing(folder, files) {
  const lines = files.map((file) => `- [${file.slice(folder.length + 1)}](/source/${copyOf(file)})`);
  return `# ${folder}\n\nThe files of this folder of the repository:\n\n${lines.join("\n")}\n`;
}
