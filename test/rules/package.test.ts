import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { placesOf, root } from "./files.ts";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

const npm = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], { cwd: root, encoding: "utf8" });
const [packed] = JSON.parse(npm) as Packed[];
const published = (packed?.files ?? []).map(({ path }) => path);
const beside = published.filter((path) => !path.startsWith("dist/"));

// (promise P-published)
test("publishes the compiled files, and the documents that users read first", () => {
  expect(published.length - beside.length).toBeGreaterThan(0);
  expect(beside.filter((path) => !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\.json)$/.test(path))).toEqual([]);
});

// (promise P-published)
test("publishes below dist only what the compiler and the bundler write", () => {
  const compiled = /^dist\/(provider|sdk)\/([\w-]+\/)*[\w-]+(\.chunk)?\.(js|mjs|d\.ts|d\.mts)$/;
  const beyond = published.filter((path) => path.startsWith("dist/") && !compiled.test(path));
  expect(beyond).toEqual(["dist/provider/dynamic/zod.LICENSE"]);
});

test("publishes nothing in the form of a secret", () => {
  const secret = /LTAI[0-9A-Za-z]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY|\b(AKIA|ghp_|npm_)[0-9A-Za-z]{16,}/;
  expect(published.filter((path) => /(^|\/)\.(env|npmrc)|\.pem$|\.key$/.test(path))).toEqual([]);
  expect(
    placesOf(
      secret,
      published.filter((path) => !path.endsWith(".map")),
    ),
  ).toEqual([]);
});
