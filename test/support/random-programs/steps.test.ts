import { expect, test } from "vitest";
import { outputDifferences, outputsOf } from "./steps.ts";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const logOf = (outputs: object, op = "update") =>
  JSON.stringify({ sequence: 1, resOutputsEvent: { metadata: { op, urn: "urn::it", new: { outputs } } } });
const compared = (announced: object, taken: object) => outputDifferences(outputsOf(logOf(announced)), outputsOf(logOf(taken)));

test("accepts a preview whose known outputs are those after the update", () => {
  expect(
    compared(
      { id: "rs-1", status: unknown, list: [{ a: unknown, b: 1 }] },
      { id: "rs-1", status: "Active", list: [{ a: 2, b: 1 }], more: 3 },
    ),
  ).toEqual([]);
});

test("reports a known output that is different after the update, with its path", () => {
  const found = compared({ status: "Pending", list: [{ b: 1 }], gone: "x" }, { status: "Active", list: [{ b: 2 }] });
  expect(found.map((line) => line.replace(/^.*update urn::it/, ""))).toEqual([
    '.status: "Pending", then "Active"',
    ".list[0].b: 1, then 2",
    '.gone: "x", then undefined',
  ]);
});

test("compares no outputs of a step that the update did not take", () => {
  expect(outputDifferences(outputsOf(logOf({ a: 1 }, "create")), outputsOf(logOf({ a: 2 })))).toEqual([]);
});
