import { posix } from "node:path";
import { anchorOf } from "./anchors.mjs";
import { pageOf } from "./documents.mjs";

/** The kind of an entry point in what TypeDoc writes. */
const MODULE = 2;

/**
 * @typedef {object} Entry
 * @property {string} text
 * @property {string} [link]
 * @property {boolean} [collapsed]
 * @property {Entry[]} [items]
 */

/**
 * The navigation of the site: the tables of docs/README.md, and below the first, the tasks, the pages of resources and functions.
 * The group of the page that is shown is open.
 * @param {(path: string) => string} textOf
 * @returns {Entry[]}
 */
export function sidebarOf(textOf) {
  const index = "docs/README.md";
  const sections = textOf(index)
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ text: section.split("\n")[0] ?? "", collapsed: true, items: linksIn(section, index, "|") }))
    .filter(({ items }) => items.length > 0);
  const lists = ["resources", "functions"].map((name) => {
    const path = `docs/${name}/README.md`;
    const text = textOf(path);
    return { link: `/${pageOf(path)}`, text: /^# (.+)$/m.exec(text)?.[1] ?? name, collapsed: true, items: linksIn(text, path, "- [") };
  });
  const ownGroups = lists.map(({ link }) => link);
  const [tasks, ...others] = sections.map((section) => ({
    ...section,
    items: section.items.filter(({ link = "" }) => !ownGroups.includes(link)),
  }));
  return [...(tasks === undefined ? [] : [tasks]), ...lists, ...others];
}

/**
 * The pages that the rows of a table, or the lines of a list, link to.
 * @param {string} text
 * @param {string} from
 * @param {"|" | "- ["} start how these lines begin
 * @returns {Entry[]}
 */
function linksIn(text, from, start) {
  return text.split("\n").flatMap((line) => {
    const links = line.startsWith(start) ? Array.from(line.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)) : [];
    return links.map(([, title = "", file = ""]) => ({
      text: title,
      link: `/${pageOf(posix.normalize(posix.join(posix.dirname(from), file)))}`,
    }));
  });
}

/**
 * The navigation of the API: its entry points, each with its names by their kind. TypeDoc writes the others into the first.
 * The types, of which there are hundreds, are one link: to their list in the page of the entry point.
 * @typedef {{ title: string, kind?: number, path?: string, children?: Navigation[] }} Navigation what TypeDoc writes
 * @param {readonly Navigation[]} navigation
 * @returns {Entry[]}
 */
export function referenceSidebarOf([first = { title: "" }]) {
  const { children = [], ...main } = first;
  const [entryPoints, names] = [children.filter(({ kind }) => kind === MODULE), children.filter(({ kind }) => kind !== MODULE)];
  return [{ ...main, children: names }, ...entryPoints].map((one) => entryOf(one, ""));
}

/** @param {Navigation} navigation @param {string} above the page that lists it @returns {Entry} */
function entryOf({ title, path, children = [] }, above) {
  if (["Interfaces", "Type Aliases"].includes(title)) return { text: title, link: `/api/${above}#${anchorOf(title)}` };
  return {
    text: title,
    ...(path !== undefined && { link: `/api/${path}` }),
    ...(children.length > 0 && { collapsed: true, items: children.map((one) => entryOf(one, path ?? above)) }),
  };
}
