import { expect, test } from "vitest";
import { paths, placesOf, sources } from "./files.ts";

const typed = sources.filter((path) => path.endsWith("ts") && isNotThisFile(path));
const published = typed.filter((path) => /^(provider|sdk)\//.test(path));
const tests = sources.filter((path) => path.startsWith("test/"));
const written = paths.filter((path) => /\.(ts|mts|mjs|cjs|js|json|md|ya?ml)$/.test(path) && path !== "CHANGELOG.md");

/** The list of all resources holds different kinds, which one common type would hide. */
const reasonedCasts = ["provider/resources/index.ts"];

test("nothing is of type any", () => {
  expect(placesOf(/\bas any\b|: any[;,)=]|: any$|<any>|\bany\[\]/, typed).filter((place) => !isProse(place))).toEqual([]);
});

test("no finding of the compiler or of the linter is silenced", () => {
  expect(placesOf(/@ts-(ignore|nocheck)|(eslint|oxlint)-disable/, typed)).toEqual([]);
  expect(placesOf(/@ts-expect-error/, published)).toEqual([]);
});

test("no value is cast through unknown", () => {
  expect(placesOf(/\bas unknown as\b/, published).filter((place) => !reasonedCasts.some((path) => place.startsWith(`${path}:`)))).toEqual(
    [],
  );
});

test("nothing is left for later", () => {
  expect(placesOf(/\b(TODO|FIXME|XXX|HACK)\b/, written.filter(isNotThisFile))).toEqual([]);
});

test("every test runs, and none runs alone", () => {
  const evasions =
    /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b|\bx(?:it|test|describe)\(|\.skip\(/;
  expect(placesOf(evasions, tests.filter(isNotThisFile))).toEqual([]);
});

function isProse(place: string): boolean {
  return /^[^:]+:\d+: (\*|\/\/|\/\*\*)/.test(place);
}

function isNotThisFile(path: string): boolean {
  return path !== "test/rules/language.test.ts";
}
