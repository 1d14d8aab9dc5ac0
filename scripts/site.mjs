// Builds the documentation site to site/dist: the pages of docs/, and of the API that TypeDoc writes, by VitePress. Needs no network once its
// tools are installed in site/node_modules. `-- --base /path/` builds it for a host that serves it below that path, `-- --test`
// then opens its pages in Chromium.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { run, tail } from "./setup/commands.mjs";
import { matches } from "./setup/dependencies.mjs";
import { readJson } from "./setup/fingerprints.mjs";
import { npmCi } from "./setup/npm.mjs";
import { REPOSITORY } from "./setup/paths.mjs";
import { report, runCommand, SetupError } from "./setup/report.mjs";
import { siteFiles } from "./site/documents.mjs";
import { brokenLinks } from "./site/links.mjs";

const site = join(REPOSITORY, "site");
const [pages, dist, tools] = [join(site, "pages"), join(site, "dist"), join(site, "node_modules/.bin")];

/** @param {{ base: string, isTested: boolean }} options the path at which the site is served, and whether its pages are opened */
async function build({ base, isTested }) {
  await installTools();
  writePages();
  await step("writing the API reference", join(tools, "typedoc"), ["--options", join(site, "typedoc.json")]);
  shortenReference();
  await step("building the pages", join(tools, "vitepress"), ["build", site, "--base", base]);
  checkLinks(base);
  if (isTested) {
    const words = ["run", "--config", join(site, "test/vitest.config.mjs")];
    await step("opening the pages", "vitest", words, { ...process.env, SITE_BASE: base });
  }
  report("Site", `built ${dist}: serve that folder by any web server.`);
}

/** The tools have a lock file of their own, so that the set-up of the package does not install them. */
async function installTools() {
  const installed = readJson(join(site, "node_modules/.package-lock.json"));
  if (matches(readJson(join(site, "package-lock.json")), installed)) return;
  report("Site", "installing what site/package-lock.json lists…");
  const { code, output } = await npmCi(site);
  if (code !== 0) throw new SetupError(`npm could not install the tools of the site:\n${tail(output)}`);
}

function writePages() {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: REPOSITORY,
    encoding: "utf8",
  });
  const paths = listed.split("\0").filter((path) => path !== "" && existsSync(join(REPOSITORY, path)));
  rmSync(pages, { recursive: true, force: true });
  for (const [path, content] of siteFiles(paths, (file) => readFileSync(join(REPOSITORY, file)))) {
    mkdirSync(dirname(join(pages, path)), { recursive: true });
    writeFileSync(join(pages, path), content);
  }
}

/** Leaves out what TypeDoc writes of base classes that are not public, the type parameters of a title, and the sign of an absent description. */
function shortenReference() {
  const api = join(pages, "api");
  for (const path of readdirSync(api, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(join(api, path), "utf8");
    const shortened = text
      .replaceAll(/^#+ (?:Extends|Overrides|Inherited from)\n\n(?:- )?`.*\n+/gm, "")
      .replace(/^(# [^\\\n]+)\\<.*/, "$1")
      .replaceAll(/ - \|$/gm, " |");
    writeFileSync(join(api, path), shortened);
  }
}

/**
 * @param {string} what
 * @param {string} command
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} [env]
 */
async function step(what, command, words, env = process.env) {
  report("Site", `${what}…`);
  const { code, output } = await run(command, words, { cwd: REPOSITORY, env });
  if (code !== 0) throw new SetupError(`${what} failed:\n${tail(output, 40)}`);
}

/** @param {string} base */
function checkLinks(base) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)));
  // Pictures have anchors too: a page shows one icon of a file by its id.
  const linking = files.filter((path) => /\.(html|svg)$/.test(path));
  const broken = brokenLinks(new Map(linking.map((path) => [path, readFileSync(join(dist, path), "utf8")])), new Set(files), base);
  if (broken.length > 0) throw new SetupError(`these links lead nowhere:\n${broken.join("\n")}`);
  report("Site", `every link and anchor of ${linking.length} pages and pictures leads somewhere.`);
}

await runCommand("Site", async () => {
  const { values } = parseArgs({ options: { base: { type: "string", default: "/" }, test: { type: "boolean", default: false } } });
  await build({ base: values.base, isTested: values.test });
});
