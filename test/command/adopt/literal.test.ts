import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPrintable } from "../../../provider/kernel/printable.ts";
import { block, literal } from "../../../sdk/command/adopt/literal.ts";
import { hostileTexts } from "../../support/hostile-texts.ts";

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

// (promise P-printable-output)
test("whatever a text holds, its source shows every character and evaluates to the same text", () => {
  fc.assert(
    fc.property(hostileTexts, hostileTexts, (key, text) => {
      const source = literal({ [key]: [text] });
      for (const line of source.split("\n")) expect(line).toSatisfy(isPrintable);
      expect(evaluated(source)).toEqual(JSON.parse(JSON.stringify({ [key]: [text] })));
    }),
  );
});
