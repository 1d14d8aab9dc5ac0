import { expect, test } from "vitest";
import { placesOf, sources } from "./files.ts";

const typed = sources.filter((path) => /tsx?$/.test(path) && path !== "test/unit/rules/language.test.ts");
const published = typed.filter((path) => /^(provider|access|simulator|sdk|cli)\//.test(path));

/** The list of all resources holds different kinds, which one common type would hide. */
const reasonedCasts = ["provider/resources/index.ts"];

test("disables no rule of the linter in a comment", () => {
  expect(placesOf(/(eslint|oxlint)-disable/, typed)).toEqual([]);
});

test("casts no value through unknown", () => {
  expect(placesOf(/\bas unknown as\b/, published).filter((place) => !reasonedCasts.some((path) => place.startsWith(`${path}:`)))).toEqual(
    [],
  );
});
