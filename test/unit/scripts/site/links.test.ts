import { expect, test } from "vitest";
import { brokenLinks } from "../../../../scripts/site/links.mjs";

const guide =
  '<h2 id="part">Part</h2><a href="https://example.com/none">out</a><img src="/site/a.svg"><a href="#part">here</a><a href="#">top</a>';
const files = new Set(["index.html", "docs/index.html", "docs/guide.html", "a.svg"]);

/** The broken links of a page `docs/guide.html` that ends with an HTML text. */
function brokenIn(html: string): string[] {
  return brokenLinks(new Map([["docs/guide.html", guide + html]]), files, "/site/");
}

test("accepts links to files and anchors of the site, and to other sites", () => {
  const links = ["/site/", "/site/docs/", "../index.html", "./", "guide.html#part", "/site/docs/guide.html#part"];
  expect(brokenIn(links.map((link) => `<a class="x" href="${link}">x</a>`).join(""))).toEqual([]);
});

test.each(["/site/missing.html", "/docs/guide.html", "#other", "guide.html#other", "../b.svg", "../../index.html"])(
  "rejects %s",
  (link) => {
    expect(brokenIn(`<a href="${link}">x</a>`)).toEqual([`docs/guide.html: ${link}`]);
  },
);
