import { expect, it } from "vitest";
import { illFormedTexts, withIllFormedTexts } from "../../../../provider/kernel/ill-formed.ts";

it.each([
  ["name", { name: "a\ud800" }],
  ["targets[1].id", { targets: [{ id: "11" }, { id: "\udc00" }] }],
  ["tags.team", { tags: { team: "\ud83d" } }],
  ["tags", { tags: { "\ud83d": "net" } }],
])("names %s as a text that UTF-8 cannot encode", (property, value) => {
  expect(illFormedTexts(value).map((failure) => failure.property)).toEqual([property]);
});

it.each([
  "n-Calling [toString] on an [Output<T>] is not supported.\nTo get the value",
  "Calling __str__ on an Output[T] is not supported.",
  "n-{0x39b1c78f3c70}",
  "{%!s(*internal.OutputState=&{0x9429cb4e800 0 <nil> false})}",
])("reports %j as made from an output, in place of other failures of the text", (text) => {
  const others = ["id", "name"].map((property) => ({ property, reason: "has a wrong form" }));
  expect(withIllFormedTexts({ id: text }, others)).toEqual([
    { property: "id", reason: "was made from an output as if it were a text: pass the output itself, or make the text in its `apply`" },
    others[1],
  ]);
});

it("accepts whole surrogate pairs, non-texts and cycles as well-formed for UTF-8", () => {
  const cyclic: Record<string, unknown> = { name: "share 🚀 {0}" };
  cyclic["self"] = cyclic;
  expect(illFormedTexts([cyclic, 1, undefined, null, { tags: { "🚀": "net" } }])).toEqual([]);
});
