import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPrintable } from "../../../../provider/kernel/printable.ts";
import { block, literal } from "../../../../cli/adopt/literal.ts";
import { hostileTexts } from "../../../support/hostile-texts.ts";

const evaluated = (text: string): unknown => new Function(`return (${text});`)();

test("writes a literal in the program of `adopt` that evaluates to the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.stringify(evaluated(literal(value)))).toBe(JSON.stringify(value));
    }),
  );
});

test("writes a key that objects inherit, such as __proto__, like any other key in the program of `adopt`", () => {
  const value = JSON.parse('{"__proto__":"x","a-b":1}') as object;
  const read = evaluated(block(value)) as object;
  expect(Object.entries(read)).toEqual(Object.entries(value));
});

// (promise P-printable)
test("writes source of any text that shows every character and evaluates to the same text", () => {
  fc.assert(
    fc.property(hostileTexts, hostileTexts, (key, text) => {
      const source = literal({ [key]: [text] });
      for (const line of source.split("\n")) expect(line).toSatisfy(isPrintable);
      expect(evaluated(source)).toEqual(JSON.parse(JSON.stringify({ [key]: [text] })));
    }),
  );
});
