import { expect, test } from "vitest";
import { received, sendable } from "../../../../provider/host/engine-values.ts";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

test("converts unknown values of the engine to UNKNOWN, at any depth", () => {
  expect(received({ a: unknownText, list: ["x", { id: unknownText }] })).toEqual({ a: UNKNOWN, list: ["x", { id: UNKNOWN }] });
});

test("returns unknown values to the engine unchanged", () => {
  const values = { a: unknownText, list: ["x", { id: unknownText }] };
  expect(sendable(received(values))).toEqual(values);
});

test("omits values without a JSON form from those for the engine, as a checkpoint does", () => {
  expect(received({ a: Number.NaN, b: { c: undefined, d: -Infinity, e: 1 }, list: [undefined, 1] })).toEqual({
    b: { e: 1 },
    list: [undefined, 1],
  });
});

test("names an engine value that is nested too deep", () => {
  const deep = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], "x");
  expect(() => received({ name: deep(100) })).not.toThrow();
  expect(() => received({ name: "n", args: deep(101) })).toThrow("args: is nested deeper than 100 levels");
  expect(() => received({ args: deep(100_000) })).toThrow("args: is nested deeper");
});

test("removes internal properties from the engine's values of a resource", () => {
  expect(received({ __provider: "text", __urn: "urn:x", name: "n" })).toEqual({ name: "n" });
});

test.each([
  ["an undefined property is left out", { a: undefined, b: { c: undefined, d: 1 } }, { b: { d: 1 } }],
  ["a list keeps its length", { list: [1, undefined, 3] }, { list: [1, null, 3] }],
  ["null is an absent value", { a: null, b: { c: null } }, { b: {} }],
  ["a date is a text", { at: new Date("2026-01-02T03:04:05Z") }, { at: "2026-01-02T03:04:05.000Z" }],
  ["a big integer is a text", { n: 12n }, { n: "12" }],
  ["bytes are base64", { b: Buffer.from("hi") }, { b: "aGk=" }],
  ["a map is an object", { m: new Map([["k", { v: undefined }]]) }, { m: { k: {} } }],
  ["a set is a list", { s: new Set([1, 2]) }, { s: [1, 2] }],
  ["a function is left out", { f: () => 1 }, {}],
  ["what is not a number is left out", { n: Number.NaN }, {}],
  ["an object that knows its JSON is that", { o: { toJSON: () => "[secret]" } }, { o: "[secret]" }],
])("converts values for the engine to JSON: %s", (_title, values, expected) => {
  expect(sendable(values)).toEqual(expected);
});
