import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, compareText, isRecord, parseJson, sameJson } from "../../provider/kernel/json.ts";

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, inner]) => [key, shuffled(inner)]),
      )
    : value;
};

describe("json", () => {
  it("is the same whatever the order of keys, at every depth", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sameJson(value, shuffled(value))).toBe(true);
      }),
    );
  });

  it("differs when values differ", () => {
    expect(sameJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: undefined }, {})).toBe(true);
  });

  it("keeps its meaning in the canonical form", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it("that is none parses to nothing", () => {
    expect(parseJson("{")).toBeUndefined();
    expect(parseJson("[1]")).toEqual([1]);
  });

  it("sorts by code units on every machine", () => {
    expect(["ä", "b", "Z", "a"].toSorted(compareText)).toEqual(["Z", "a", "b", "ä"]);
    expect(compareText("a", "a")).toBe(0);
  });
});
