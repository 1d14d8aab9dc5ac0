import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
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
test("publishes the compiled files in the npm package, and the documents, examples and action for users", () => {
  expect(published.length - beside.length).toBeGreaterThan(0);
  const known = /^(package\.json|LICENSE|schema\.json|(README|CHANGELOG|SECURITY)\.md|action\.yml|(action|docs|examples|templates)\/.+)$/;
  expect(beside.filter((path) => !known.test(path))).toEqual([]);
  expect(beside.filter((path) => /^(action|docs|examples|templates)\//.test(path) && !paths.includes(path))).toEqual([]);
});

/** What a clone has for those who change or compare the package. */
const contributors = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

test("makes the npm package contain every document that one for users links to, and none for contributors", () => {
  const documents = published.filter((path) => path === "README.md" || /^docs\/.*\.md$/.test(path));
  const links = documents.flatMap((path) =>
    Array.from(textOf(path).matchAll(/(?:\]\(|src(?:set)?=")([^)#:\s"]+)(?=[)#"])/g), ([, to = ""]) => join(dirname(path), to)),
  );
  expect(links.length).toBeGreaterThan(100);
  const isPublished = (path: string) => published.some((file) => file === path || file.startsWith(`${path}/`));
  expect(links.filter((path) => !isPublished(path) && !contributors.includes(path))).toEqual([]);
  expect(contributors.filter(isPublished)).toEqual([]);
});

// (promise P-published)
test("makes the npm package's dist contain only what the compiler and the bundler write", () => {
  const compiled = /^dist\/(provider|access|simulator|sdk|cli)\/([\w-]+\/)*[\w-]+(\.chunk)?\.(js|mjs|d\.ts|d\.mts)$/;
  const beyond = published.filter((path) => path.startsWith("dist/") && !compiled.test(path));
  expect(beyond.toSorted()).toEqual([
    "dist/provider/dynamic/zod.LICENSE",
    ...["console.css", "icon.svg", "index.html", "preact.LICENSE"].map((name) => `dist/simulator/console/page/${name}`),
  ]);
});

test("makes the npm package contain only the compiled types that an entry point leads to", () => {
  expect(published).toContain("dist/sdk/index.d.ts");
  expect(published.filter((path) => /^dist\/provider\/(schema|resources|plugin)\/.*\.d\.ts$/.test(path))).toEqual([]);
  expect(published.length).toBeLessThan(850);
});

test("publishes no text in the form of a secret in the npm package", () => {
  const secret = /LTAI[0-9A-Za-z]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY|\b(AKIA|ghp_|npm_)[0-9A-Za-z]{16,}/;
  expect(published.filter((path) => /(^|\/)\.(env|npmrc)|\.pem$|\.key$/.test(path))).toEqual([]);
  // Sums are random letters, and look like keys now and then.
  const texts = published.filter((path) => !path.endsWith(".map") && !path.endsWith("/go.sum"));
  expect(placesOf(secret, texts)).toEqual([]);
});
