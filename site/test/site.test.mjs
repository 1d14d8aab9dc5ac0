import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../test/support/browser.ts";
import { serveFolder } from "./server.mjs";

const dist = join(import.meta.dirname, "../dist");
const pages = globSync("**/*.html", { cwd: dist }).toSorted();
const documents = pages.filter((path) => !path.startsWith("api/") && path !== "404.html");
// The pages of the API are alike: some kinds, and the longest.
const names = ["index", "interfaces/ResourceShareArgs", "classes/ResourceShare", "client/variables/sharing"];
const shown = [...documents, ...names.map((name) => `api/pulumi-resourceshare/${name}.html`)];

/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;
/** @type {import("../../test/support/browser.ts").Browser} */
let browser;
beforeAll(async () => {
  server = await serveFolder(dist, process.env["SITE_BASE"] ?? "/");
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.close();
});

/** A page with what went wrong in it: errors of its scripts, answers other than 200, and requests to another host. */
async function openPage() {
  const page = await browser.context.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`${page.url()}: ${message.text()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${page.url()}: ${response.status()} for ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !/^(data|blob):/.test(request.url()))
      wrong.push(`${page.url()}: calls ${request.url()}`);
  });
  return { page, wrong };
}

test("opens every page with a heading, without an error and without a request to another host", async () => {
  expect(documents.length).toBeGreaterThan(60);
  const { page, wrong } = await openPage();
  for (const path of shown) {
    await page.goto(`${server.url}/${path}`);
    if ((await page.locator("h1, h2, h3").count()) === 0) wrong.push(`${path} has no heading`);
    if (await page.evaluate("[...document.images].some((image) => image.naturalWidth === 0)")) wrong.push(`${path} has a broken picture`);
  }
  expect(wrong).toEqual([]);
});

test("keeps the space between a sentence in bold or italics and a link or code in the next line", () => {
  const joined = pages.flatMap((path) =>
    Array.from(readFileSync(join(dist, path), "utf8").matchAll(/[^>]*\.<\/(?:strong|em)><(?:a|code)\b/g), ([text]) => `${path}: ${text}`),
  );
  expect(joined).toEqual([]);
});

test.each([
  ["Endpoints that a project stores", /docs\/configuration\.html#endpoints-that-a-project-stores$/],
  ["simulator", /ARCHITECTURE\.html#the-simulator$/],
  ["ListSharedTargetsArgs", /api\/.*\/ListSharedTargetsArgs\.html/],
])("finds %s by the search of every page", async (words, address) => {
  const { page, wrong } = await openPage();
  await page.goto(`${server.url}/404.html`);
  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator("#localsearch-input").fill(words);
  await page.locator(".results .result").first().click();
  await page.waitForURL(address);
  expect(wrong).toEqual([]);
});

/** The heights of each box in a diagram whose text is higher. */
const CUT_OFF = `Array.from(document.querySelectorAll(".diagram foreignObject"), (box) =>
  [box, box.firstElementChild].map((element) => element.getBoundingClientRect().height)).filter(([box, text]) => text > box + 1)`;

test("draws the diagrams of documents, in the colours of the page", async () => {
  const { page, wrong } = await openPage();
  await page.goto(`${server.url}/ARCHITECTURE.html`);
  await page.locator(".diagram svg", { hasText: "tag removed" }).waitFor();
  // A text that is higher than its measured box is cut off.
  expect(await page.evaluate(CUT_OFF)).toEqual([]);
  const drawn = await page.locator(".diagram").innerHTML();
  await page.locator(".VPSwitchAppearance").first().click();
  await page.waitForFunction(`document.querySelector(".diagram").innerHTML !== ${JSON.stringify(drawn)}`);
  expect(wrong).toEqual([]);
});

test("shows pictures in the colours of the page, whatever the system prefers, and narrow ones on a phone", async () => {
  const { page, wrong } = await openPage();
  const shown = (/** @type {string} */ file) =>
    page.waitForFunction(`document.querySelector("picture img").currentSrc.endsWith("${file}")`);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(`localStorage.setItem("vitepress-theme-appearance", "light")`);
  await page.goto(`${server.url}/docs/simulator.html`);
  await shown("/console-access.webp");
  await page.locator(".VPSwitchAppearance").first().click();
  await shown("/console-access-dark.webp");
  await page.setViewportSize({ width: 400, height: 800 });
  await shown("/console-access-narrow-dark.webp");
  expect(wrong).toEqual([]);
});

test.each([1280, 1000, 800, 400])("shows every page without scrolling code or the page sideways, %i pixels wide", async (width) => {
  const { page } = await openPage();
  await page.setViewportSize({ width, height: 800 });
  /** @type {unknown[]} */
  const wider = [];
  for (const path of shown) {
    await page.goto(`${server.url}/${path}`);
    // Until a diagram is drawn, its text is there.
    await page.waitForFunction(`!document.querySelector(".vp-doc pre:not([class*=language-] pre)")`);
    wider.push(
      ...(await page.evaluate(`[...document.querySelectorAll("html, .vp-doc table, .vp-doc [class*=language-]:not(.language-console) pre")]
        .filter((box) => box.scrollWidth > box.clientWidth).map((box) => [location.pathname, box.innerText.slice(0, 60)])`)),
    );
  }
  expect(wider).toEqual([]);
});

test("names the column of each cell on a phone", async () => {
  const { page } = await openPage();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${server.url}/docs/resources/resource-share.html`);
  const nameOf = `getComputedStyle(document.querySelector("td:nth-child(3)"), "::before").content`;
  expect(await page.evaluate(nameOf)).toBe('"meaning"');
});

/** The lines of a terminal that take more than one line, and commands that are wider than the page. */
const BROKEN_LINES = `[...document.querySelectorAll(".language-console .line")].filter((line) => line.matches(".command")
  ? line.getBoundingClientRect().right > innerWidth : line.getClientRects().length > 1).map(({ textContent }) => textContent)`;

test.each([1000, 400])("keeps the columns of what a terminal prints, and shows commands whole, %i pixels wide", async (width) => {
  const { page } = await openPage();
  await page.setViewportSize({ width, height: 800 });
  for (const path of ["docs/commands.html", "docs/adopt-what-exists.html", "docs/get-started.html"]) {
    await page.goto(`${server.url}/${path}`);
    expect(await page.evaluate("document.querySelectorAll('.language-console .line').length")).toBeGreaterThan(0);
    expect([path, ...(await page.evaluate(BROKEN_LINES))]).toEqual([path]);
  }
});

test("shows the languages of an example as tabs", async () => {
  const { page } = await openPage();
  await page.goto(`${server.url}/docs/resources/resource-share.html`);
  const blocks = page.locator(".vp-code-group .blocks > div:visible");
  expect(await blocks.count()).toBe(1);
  for (const [tab, text] of [
    ["YAML", "type: resourceshare:ResourceShare"],
    ["Python", "import pulumi_resourceshare"],
    ["Go", "NewResourceShare"],
  ]) {
    await page.locator(".vp-code-group label", { hasText: tab }).click();
    expect(await blocks.allTextContents()).toEqual([expect.stringContaining(text ?? "")]);
  }
});

test.each(["overview.svg", "layers.svg"])("shows %s on a phone without making its letters small", async (file) => {
  const { page } = await openPage();
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`${server.url}/${file === "layers.svg" ? "ARCHITECTURE" : "docs/get-started"}.html`);
  const scale =
    await page.evaluate(`(() => { const image = document.querySelector("img[src$='${file}'], img[src*='${file.replace(".svg", "")}']");
    return image.clientWidth / image.naturalWidth; })()`);
  expect(scale).toBeGreaterThan(0.93);
});
