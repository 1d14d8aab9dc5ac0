import { expect, test } from "vitest";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { detailedDiff } from "../../../../provider/plugin/detailed-diff.ts";

const diffOf = (before: Values, after: Values) =>
  Object.fromEntries(Object.keys({ ...before, ...after }).flatMap((name) => [...detailedDiff(name, before[name], after[name])]));

test.each<[string, Values, Values, object]>([
  ["an added and a removed element by their own positions", { l: ["a", "b"] }, { l: ["b", "c"] }, { "l[0]": "delete", "l[1]": "add" }],
  ["a replaced element as an update of its position", { l: ["a"] }, { l: ["b"] }, { "l[0]": "update" }],
  [
    "an object by all its fields",
    { l: [{ type: "T", id: "1" }] },
    {
      l: [
        { type: "S", id: "0" },
        { type: "T", id: "1" },
      ],
    },
    { "l[0]": "add" },
  ],
  [
    "a changed property of an element",
    { l: [{ id: "1", property: { a: 1 } }] },
    { l: [{ id: "1", property: { a: 2 } }] },
    { "l[0]": "update" },
  ],
  ["an element that is not known yet", { l: ["a"] }, { l: ["a", UNKNOWN] }, { "l[1]": "add" }],
  ["the keys of a map", { m: { a: "1", b: "2" } }, { m: { b: "3", "c d": "4" } }, { "m.a": "delete", "m.b": "update", 'm["c d"]': "add" }],
  ["whole values", { a: 1, b: 2 }, { a: UNKNOWN, c: 3 }, { a: "update", b: "delete", c: "add" }],
  ["a list that appears", {}, { l: ["a"] }, { l: "add" }],
])("reports %s in the plugin's detailed diff", (_, before, after, expected) => {
  expect(diffOf(before, after)).toEqual(expected);
});
