import { expect, it } from "vitest";
import { pathText, valueAt } from "../../../../provider/kernel/paths.ts";

it.each([
  [[], ""],
  [["name"], "name"],
  [["targets", 0, "id"], "targets[0].id"],
  [["tags", "a b"], "tags.a b"],
  [["grid", 1, 2], "grid[1][2]"],
  [["tags", ""], 'tags[""]'],
])("writes the property path %j as %j", (path, text) => {
  expect(pathText(path)).toBe(text);
});

it.each([
  [[], { targets: [{ id: "11" }], name: "a" }],
  [["targets", 0, "id"], "11"],
  [["targets", 1, "id"], undefined],
  [["name", "length"], undefined],
])("reads the value at the property path %j", (path, value) => {
  expect(valueAt({ targets: [{ id: "11" }], name: "a" }, path)).toEqual(value);
});
