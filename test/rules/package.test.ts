import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { paths, placesOf, root, textOf } from "./files.ts";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

const npm = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], { cwd: root, encoding: "utf8" });
const [packed] = JSON.parse(npm) as Packed[];
const published = (packed?.files ?? []).map(({ path }) => path);
const beside = published.filter((path) => !path.startsWith("dist/"));

// (promise P-published)
test("publishes the compiled files, the documents, the examples and the action", () => {
  expect(published.length - beside.length).toBeGreaterThan(0);
  const known =
    /^(package\.json|LICENSE|schema\.json|(README|CHANGELOG|SECURITY|ARCHITECTURE|CONTRIBUTING)\.md|action\.yml|(action|docs|examples|templates)\/.+)$/;
  expect(beside.filter((path) => !known.test(path))).toEqual([]);
  expect(beside.filter((path) => /^(action|docs|examples|templates)\//.test(path) && !paths.includes(path))).toEqual([]);
});

test("publishes every document that the README links to", () => {
  const links = Array.from(textOf("README.md").matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, path = ""]) => path);
  expect(links.filter((path) => !published.includes(path) && !published.some((file) => file.startsWith(`${path}/`)))).toEqual([]);
});

// (promise P-published)
test("publishes below dist only what the compiler and the bundler write", () => {
  const compiled = /^dist\/(provider|sdk)\/([\w-]+\/)*[\w-]+(\.chunk)?\.(js|mjs|d\.ts|d\.mts)$/;
  const beyond = published.filter((path) => path.startsWith("dist/") && !compiled.test(path));
  expect(beyond.toSorted()).toEqual([
    "dist/provider/dynamic/zod.LICENSE",
    ...["console.css", "content.css", "icon.svg", "index.html", "preact.LICENSE"].map((name) => `dist/sdk/console/page/${name}`),
  ]);
});

test("publishes nothing in the form of a secret", () => {
  const secret = /LTAI[0-9A-Za-z]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY|\b(AKIA|ghp_|npm_)[0-9A-Za-z]{16,}/;
  expect(published.filter((path) => /(^|\/)\.(env|npmrc)|\.pem$|\.key$/.test(path))).toEqual([]);
  // Sums are random letters, and look like keys now and then.
  const texts = published.filter((path) => !path.endsWith(".map") && !path.endsWith("/go.sum"));
  expect(placesOf(secret, texts)).toEqual([]);
});
