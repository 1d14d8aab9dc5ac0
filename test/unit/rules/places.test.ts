import { homedir } from "node:os";
import { expect, test } from "vitest";
import { paths, placesOf, root } from "./files.ts";

/** In parts, so that this file does not name what no file may name. */
const registries = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["proxy", "golang", "org"],
  ["sum", "golang", "org"],
].map((parts) => parts.join("."));

const configured = [process.env["npm_config_registry"], ...(process.env["GOPROXY"] ?? "").split(/[,|]/)].flatMap((url) =>
  url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : [],
);

const texts = paths.filter((path) => !/\.(png|gif|ico|woff2?|tgz|gz)$/.test(path));

test("names no package registry's host in any file", () => {
  expect(placesOf(anyOf(new Set([...registries, ...configured])), texts)).toEqual([]);
});

test("names no path of a user's machine in any file", () => {
  expect(placesOf(anyOf([root, `${homedir()}/`]), texts)).toEqual([]);
  expect(
    placesOf(
      /(?<![\w.])\/(home|Users|root)\/[a-z]/,
      texts.filter((path) => !path.startsWith("test/")),
    ),
  ).toEqual([]);
});

function anyOf(words: Iterable<string>): RegExp {
  return new RegExp([...words].map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|"));
}
