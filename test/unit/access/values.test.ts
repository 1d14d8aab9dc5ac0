import { expect, test } from "vitest";
import { UNKNOWN_TEXT } from "../../../provider/host/values.ts";
import { UNKNOWN } from "../../../provider/lifecycle/resource.ts";
import { knownItemsOf, recordsOf, textOf, textsOf, withUnknown } from "../../../access/values.ts";

test.each([
  ["a", "a"],
  ["", undefined],
  [1, undefined],
  [UNKNOWN, undefined],
])("reads %j as the text %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});

test.each([
  [
    ["a", "", 1, UNKNOWN, "b"],
    ["a", "b"],
  ],
  ["a", []],
  [undefined, []],
])("reads the texts of %j", (value, texts) => {
  expect(textsOf(value)).toEqual(texts);
});

test("reads the objects of a list", () => {
  expect(recordsOf([{ a: 1 }, [1], null, "x"])).toEqual([{ a: 1 }]);
  expect(recordsOf({ a: 1 })).toEqual([]);
});

test.each<[value: unknown, known: readonly unknown[], hasUnknown: boolean]>([
  [undefined, [], false],
  [null, [], false],
  [[], [], false],
  [["a", "b"], ["a", "b"], false],
  [["a", UNKNOWN], ["a"], true],
  [UNKNOWN, [], true],
])("separates the known items of %j from those that are not known yet", (value, known, hasUnknown) => {
  expect(knownItemsOf(value)).toEqual({ known, hasUnknown });
});

test("replaces each text with the engine's placeholder, at any depth", () => {
  const value = { name: `a-${UNKNOWN_TEXT}`, list: ["b", { id: UNKNOWN_TEXT }], size: 1, absent: null };
  expect(withUnknown(value)).toEqual({ name: UNKNOWN, list: ["b", { id: UNKNOWN }], size: 1, absent: null });
  expect(withUnknown(UNKNOWN_TEXT)).toBe(UNKNOWN);
});

test.each([["text"], [null], [1], [{ list: ["a"] }]])("returns %j, which is known, as it is", (value) => {
  expect(withUnknown(value)).toBe(value);
});
