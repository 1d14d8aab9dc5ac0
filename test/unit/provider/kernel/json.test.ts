import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, compareText, isRecord, jsonErrorPlace, parseJson, sameJson } from "../../../../provider/kernel/json.ts";

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
  it("treats JSON values as equal whatever the order of keys, at every depth", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sameJson(value, shuffled(value))).toBe(true);
      }),
    );
  });

  it("omits members that are undefined from canonical JSON", () => {
    expect(sameJson({ a: undefined }, {})).toBe(true);
  });

  it("writes different canonical JSON for different values", () => {
    expect(sameJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
  });

  it("sorts the keys at every depth of canonical JSON, and keeps null", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it("parses invalid JSON to undefined", () => {
    expect(parseJson("{")).toBeUndefined();
    expect(parseJson("[1]")).toEqual([1]);
  });

  it("sorts the keys of canonical JSON by code units on every machine", () => {
    expect(["ä", "b", "Z", "a"].toSorted(compareText)).toEqual(["Z", "a", "b", "ä"]);
    expect(compareText("a", "a")).toBe(0);
  });
});

describe("the place where a text stops to be JSON", () => {
  it.each([
    ['{"a": 1}', undefined],
    ["null", undefined],
    ["", "line 1, column 1"],
    ['{"a": 1', "line 1, column 8"],
    ["{a: 1}", "line 1, column 2"],
    ['{"a": true, b}', "line 1, column 13"],
    ['{"a": tru}', "line 1, column 10"],
    ['{"a": "unfinished}', "line 1, column 19"],
    ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
    ['{"a": 1}}', "line 1, column 9"],
    ['{"a": -x}', "line 1, column 8"],
  ])("finds the place from which on a text is not JSON, in %j: %s", (text, place) => {
    expect(jsonErrorPlace(text)).toBe(place);
  });

  it("locates a JSON error at the first character with which no JSON can continue", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = at % (text.length + 1);
        const broken = `${text.slice(0, cut)}\u0000`;
        expect(jsonErrorPlace(broken)).toBe(`line 1, column ${cut + 1}`);
      }),
    );
  });
});
