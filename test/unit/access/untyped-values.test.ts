import { expect, test } from "vitest";
import { UNKNOWN } from "../../../provider/lifecycle/resource.ts";
import { knownItemsOf, nonEmptyTexts, withUnknown } from "../../../access/untyped-values.ts";

test.each([
  [
    ["a", "", 1, UNKNOWN, "b"],
    ["a", "b"],
  ],
  ["a", []],
  [undefined, []],
])("reads the texts of the untyped value %j", (value, texts) => {
  expect(nonEmptyTexts(value)).toEqual(texts);
});

test.each<[value: unknown, known: readonly unknown[], hasUnknown: boolean]>([
  [undefined, [], false],
  [null, [], false],
  [[], [], false],
  [["a", "b"], ["a", "b"], false],
  [["a", UNKNOWN], ["a"], true],
  [UNKNOWN, [], true],
])("separates the known items of the untyped value %j from those that are not known yet", (value, known, hasUnknown) => {
  expect(knownItemsOf(value)).toEqual({ known, hasUnknown });
});

test.each([["text"], [null], [1], [{ list: ["a"] }]])("returns the untyped value %j without an unknown part unchanged", (value) => {
  expect(withUnknown(value)).toBe(value);
});
