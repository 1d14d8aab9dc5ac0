import { posix } from "node:path";

/**
 * Finds what the pages of a site link to and what is not there: files and anchors.
 * @param {ReadonlyMap<string, string>} pages text of each page and picture, by its path in the site
 * @param {ReadonlySet<string>} files every file of the site
 * @param {string} base the path at which the site is served, such as "/"
 * @returns {string[]} `page: link` of each broken link
 */
export function brokenLinks(pages, files, base) {
  const anchors = new Map(Array.from(pages, ([path, html]) => [path, idsIn(html)]));
  return Array.from(pages, ([path, html]) =>
    linksIn(html)
      .filter((link) => !leads(link, path))
      .map((link) => `${path}: ${link}`),
  ).flat();

  /**
   * @param {string} link
   * @param {string} from
   */
  function leads(link, from) {
    const [address = "", anchor = ""] = decodeURI(link).split("#");
    const target = targetOf(address.replace(/\?.*$/, ""), from);
    if (target === undefined || !files.has(target)) return false;
    // An empty anchor is the top of the page.
    return anchor === "" || anchors.get(target)?.has(anchor) === true;
  }

  /**
   * @param {string} address
   * @param {string} from
   * @returns {string | undefined} a path in the site
   */
  function targetOf(address, from) {
    if (address === "") return from;
    if (address.startsWith("/") && !address.startsWith(base)) return undefined;
    const path = address.startsWith("/") ? address.slice(base.length) : posix.normalize(posix.join(posix.dirname(from), address));
    return path === "" || path === "." || path.endsWith("/") ? posix.join(path, "index.html") : path;
  }
}

/** The addresses in a page that lead to this site. @param {string} html */
function linksIn(html) {
  const links = Array.from(html.matchAll(/<[a-z][^>]*?\s(?:href|src|srcset)="([^"]*)"/g), ([, link = ""]) => link.replaceAll("&amp;", "&"));
  return [...new Set(links)].filter((link) => !/^([a-z]+:|\/\/)/.test(link));
}

/** @param {string} html */
function idsIn(html) {
  return new Set(Array.from(html.matchAll(/\s(?:id|name)="([^"]*)"/g), ([, id = ""]) => id));
}
