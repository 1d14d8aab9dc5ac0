import * as fc from "fast-check";
import { expect, test } from "vitest";
import { block, literal } from "../../../sdk/command/adopt/literal.ts";

const evaluated = (text: string): unknown => new Function(`return (${text});`)();

test("a value that is evaluated again is the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.stringify(evaluated(literal(value)))).toBe(JSON.stringify(value));
    }),
  );
});

test("a key that objects inherit by is a key like any other", () => {
  const value = JSON.parse('{"__proto__":"x","a-b":1}') as object;
  const read = evaluated(block(value)) as object;
  expect(Object.entries(read)).toEqual(Object.entries(value));
});

test("what fits stays on one line, and what does not has an entry a line", () => {
  expect(literal({ type: "VSwitch", id: "vsw-1" })).toBe('{ type: "VSwitch", id: "vsw-1" }');
  const long = Array.from({ length: 9 }, (_, index) => `fd-0123456789-${index}`);
  expect(literal(long).split("\n")).toHaveLength(11);
});
