import { expect, it } from "vitest";
import { illFormedTexts } from "../../../../provider/kernel/ill-formed.ts";

it.each([
  ["name", { name: "a\ud800" }],
  ["targets[1].id", { targets: [{ id: "11" }, { id: "\udc00" }] }],
  ["tags.team", { tags: { team: "\ud83d" } }],
  ["tags", { tags: { "\ud83d": "net" } }],
])("names %s as a text that UTF-8 cannot encode", (property, value) => {
  expect(illFormedTexts(value).map((failure) => failure.property)).toEqual([property]);
});

it("accepts whole surrogate pairs, other values and cycles", () => {
  const cyclic: Record<string, unknown> = { name: "share 🚀" };
  cyclic["self"] = cyclic;
  expect(illFormedTexts([cyclic, 1, undefined, null, { tags: { "🚀": "net" } }])).toEqual([]);
});
