import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { inStoredOrder } from "../../../../provider/lifecycle/list-order.ts";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";

const resource = {
  inputs: z.object({ list: z.array(z.unknown()).optional(), triggers: z.unknown() }),
  outputs: z.object({ outputs: z.array(z.unknown()) }),
};
const ordered = (list: unknown, stored: unknown) => inStoredOrder(resource, { list }, { list: stored })["list"];

it.each<[string, unknown[], unknown[], unknown[]]>([
  ["keeps the places of equal lists", ["a", "b", "c"], ["b", "c", "a"], ["b", "c", "a"]],
  ["puts an added element at the place of a removed one", ["a", "c", "d", "e"], ["a", "b", "c", "d"], ["a", "e", "c", "d"]],
  ["puts more added elements at the end", ["a", "0", "1"], ["b", "a"], ["0", "a", "1"]],
  ["fills the place of a removed element from the end", ["a", "c", "d"], ["a", "b", "c", "d"], ["a", "d", "c"]],
  [
    "keeps the place of a target whose property changes",
    ["a", { id: "s", property: { x: 2 } }],
    [{ id: "s", property: { x: 1 } }, "a"],
    [{ id: "s", property: { x: 2 } }, "a"],
  ],
  ["keeps the place of a target that gets a property", ["a", { id: "s", property: {} }], ["s", "a"], [{ id: "s", property: {} }, "a"]],
  [
    "distinguishes resources of two types with one id",
    [
      { type: "A", id: "1" },
      { type: "B", id: "1" },
    ],
    [{ type: "B", id: "1" }],
    [
      { type: "B", id: "1" },
      { type: "A", id: "1" },
    ],
  ],
  [
    "distinguishes elements without an id by their ARNs",
    [{ arn: "acs:a" }, { arn: "acs:b" }, { type: "A", arn: "acs:a" }],
    [{ type: "A", arn: "acs:a" }, { arn: "acs:b" }, { arn: "acs:a" }],
    [{ type: "A", arn: "acs:a" }, { arn: "acs:b" }, { arn: "acs:a" }],
  ],
  ["puts an unknown element at the place of a removed one", ["b", UNKNOWN], ["a", "b"], [UNKNOWN, "b"]],
])("orders a list argument by the stored list: it %s", (_title, list, stored, expected) => {
  expect(ordered(list, stored)).toEqual(expected);
});

it("keeps the order of a list inside a value of any type", () => {
  expect(inStoredOrder(resource, { triggers: [1, 2] }, { triggers: [2, 1] })).toEqual({ triggers: [1, 2] });
});

it("orders lists of outputs by the kind and id of their elements", () => {
  const [a, b] = [
    { kind: "Target", entityId: "a", status: "Associated" },
    { kind: "Resource", entityId: "a", status: "Associated" },
  ];
  const stored = [
    { ...b, status: "Associating" },
    { ...a, status: "Associating" },
  ];
  expect(inStoredOrder(resource, { outputs: [a, b] }, { outputs: stored })["outputs"]).toEqual([b, a]);
});

it("keeps all elements of a list when it orders them, and moves none of a list that only grows", () => {
  const lists = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 8 });
  fc.assert(
    fc.property(lists, lists, (list, stored) => {
      const result = ordered(list, stored);
      expect([...(result as string[])].toSorted()).toEqual(list.toSorted());
      const grown = [...new Set([...stored, ...list])];
      expect(ordered(grown.toSorted(), [...new Set(stored)])).toEqual([
        ...new Set(stored),
        ...grown.slice(new Set(stored).size).toSorted(),
      ]);
    }),
  );
});
