import { expect, test } from "vitest";
import { changedNames, isUnknown } from "../../../../provider/lifecycle/diff.ts";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";

test.each<[boolean, string, unknown]>([
  [true, "itself", UNKNOWN],
  [true, "in a list beside what is known", ["a", UNKNOWN]],
  [true, "deep in a map", { a: "1", b: { c: [UNKNOWN] } }],
  [false, "in a text", "unknown"],
  [false, "in nothing", null],
  [false, "in what is known", { a: null, b: [1, {}] }],
])("reports whether a value is unknown: %s, %s", (expected, _, value) => {
  expect(isUnknown(value)).toBe(expected);
});

test("treats an unknown value in a diff as different from every value, also from an absent one", () => {
  const after = { same: { a: 1, b: 2 }, other: 2, late: { a: UNKNOWN }, later: [UNKNOWN] };
  expect(changedNames(["same", "other", "late", "later"], { same: { b: 2, a: 1 }, other: 1, late: {}, later: [] }, after)).toEqual([
    "other",
    "late",
    "later",
  ]);
});
