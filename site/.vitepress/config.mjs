import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { anchorOf } from "../../scripts/site/anchors.mjs";
import { sidebarOf } from "../../scripts/site/sidebar.mjs";

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
  // `npm run site` checks the links of all pages, with their anchors.
  ignoreDeadLinks: true,
  markdown: {
    anchor: { slugify: anchorOf },
    config: drawDiagrams,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Get started", link: "/docs/get-started.md" },
      { text: "Documentation", link: "/docs/index.md" },
      { text: "API", link: "/api/index.html", target: "_self" },
      { text: "Changes", link: "/CHANGELOG.md" },
    ],
    sidebar: sidebarOf(textOf),
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
