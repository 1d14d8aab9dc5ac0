import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { anchorOf } from "../../scripts/site/anchors.mjs";
import { referenceSidebarOf, sidebarOf } from "../../scripts/site/sidebar.mjs";

/** Inline code and names up to this length are not broken, in characters. */
const longestUnbroken = 20;

const root = join(import.meta.dirname, "../..");
const textOf = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const { name, description } = JSON.parse(textOf("package.json"));

export default defineConfig({
  title: name,
  description,
  srcDir: "pages",
  outDir: "dist",
  cacheDir: ".cache",
  // In the page itself, because its address depends on where the site is served.
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(textOf("site/icon.svg"))}` }]],
  // Otherwise each page has the navigation of all.
  metaChunk: true,
  // `npm run site` checks the links of all pages, with their anchors.
  ignoreDeadLinks: true,
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      drawDiagrams(markdown);
      nameColumns(markdown);
      breakLongWords(markdown);
      // Vue removes a line break between two elements, and keeps a space.
      markdown.renderer.rules.softbreak = () => " ";
    },
    codeTransformers: [{ line: markCommand }],
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    // Documents come before the API, which has the words of most of them. VitePress adds this function to the page as it is.
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument: (id) => (id.includes("/api/") ? 0.5 : 1) } } } },
    outline: [2, 3],
    nav: [
      { text: "Get started", link: "/docs/get-started.md" },
      { text: "Documentation", link: "/docs/index.md", activeMatch: "^/docs/(?!get-started)" },
      { text: "API", link: "/api/index.md", activeMatch: "^/api/" },
      { text: "Changes", link: "/CHANGELOG.md" },
    ],
    sidebar: {
      "/": withBreakableTexts(sidebarOf(textOf)),
      "/api/": withBreakableTexts(referenceSidebarOf(JSON.parse(textOf("site/pages/api/navigation.json")))),
    },
    notFound: {
      title: "Page not found",
      quote: "No page has this address. Search for it at the top of this page, or begin at the front page.",
      linkText: "Front page",
    },
  },
});

/** Replaces code blocks of Mermaid by diagrams, as GitHub does. @param {import("vitepress").MarkdownRenderer} markdown */
function drawDiagrams({ renderer: { rules } }) {
  const { fence } = rules;
  rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index] ?? { info: "", content: "" };
    if (info.trim() === "mermaid") return `<Diagram source="${encodeURIComponent(content)}" />`;
    return fence?.(tokens, index, ...rest) ?? "";
  };
}

/** Gives lines of a terminal in which a command was typed a class. @type {import("shiki").ShikiTransformer["line"]} */
function markCommand(line, number) {
  if (this.options.lang === "console" && this.source.split("\n")[number - 1]?.startsWith("$ ")) this.addClassToHast(line, "command");
}

/** Gives each cell of a table the name of its column, which a phone shows beside the cell. @param {import("vitepress").MarkdownRenderer} markdown */
function nameColumns({ core: { ruler } }) {
  ruler.push("columns", ({ tokens }) => {
    /** @type {string[]} */
    let names = [];
    let column = 0;
    tokens.forEach((token, index) => {
      if (token.type === "table_open") names = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") names.push(tokens[index + 1]?.content ?? "");
      if (token.type === "td_open") {
        token.attrSet("data-column", names[column] ?? "");
        column += 1;
      }
    });
  });
}

/** Lets long words, such as types and names of functions, be broken behind their parts. @param {string} html text without tags */
function breakable(html) {
  return html.replaceAll(/[^\s<>&]+/g, (word) =>
    word.length > longestUnbroken ? word.replaceAll(/[_./:](?=\w)|[a-z](?=[A-Z])/g, "$&<wbr>") : word,
  );
}

/**
 * Breaks long words, and keeps short ones of inline code, such as options, from being broken at their hyphens.
 * @param {import("vitepress").MarkdownRenderer} markdown
 */
function breakLongWords({ renderer: { rules } }) {
  const { code_inline: inlineCode, text } = rules;
  rules.text = (...args) => breakable(text?.(...args) ?? "");
  rules.code_inline = (...args) =>
    (inlineCode?.(...args) ?? "").replaceAll(/(?<=[\s>;])[^\s<>&]+(?=[\s<&])/g, (word) =>
      word.length <= longestUnbroken && word.includes("-") ? `<span class="unbroken">${word}</span>` : breakable(word),
    );
}

/** @param {ReturnType<typeof sidebarOf>} entries @returns {ReturnType<typeof sidebarOf>} */
function withBreakableTexts(entries) {
  return entries.map(({ text, items, ...entry }) => ({
    ...entry,
    text: breakable(text),
    ...(items && { items: withBreakableTexts(items) }),
  }));
}
