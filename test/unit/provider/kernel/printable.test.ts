import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPrintable, printable, printableJson, printableLines, singleLine } from "../../../../provider/kernel/printable.ts";
import { hostileTexts } from "../../../support/hostile-texts.ts";

test("replaces control characters, line ends and lone surrogates in a printable text by one space", () => {
  expect(printable("a\u001B[2J\r\n\u0000b \uD800 \u202Ec")).toBe("a [2J b c");
});

test.each([1001, 99_000, 5_000_000])(
  "abbreviates a printable text of %i characters to both ends: a quoted text and the text around it",
  (length) => {
    const shown = printable(`"${"x".repeat(length)}" is too long`);
    expect(shown).toHaveLength(1001);
    expect(shown).toMatch(/^"x+…x+" is too long$/);
  },
);

test("keeps a printable text of 1000 characters unchanged", () => {
  expect(printable("x".repeat(1000))).toBe("x".repeat(1000));
});

test.each([
  ["an escape sequence", "a\u001B[2Jb", "a [2Jb"],
  ["a bidirectional override", "a\u202Eb\u2066c", "a b c"],
  ["zero-width characters", "pro\u200Bd\u200Du\uFEFFct", "pro d u ct"],
  ["a filler that is a letter", "a\u3164b\u115Fc", "a b c"],
  ["a variation selector behind a letter", "prod\uFE0F", "prod "],
  ["line separators", "a\u2028b\u2029c\u0085d", "a b c d"],
  ["a tag character", "a\u{E0041}b", "a b"],
])("replaces %s in a printable text by a space", (_name, text, shown) => {
  expect(singleLine(text)).toBe(shown);
  expect(isPrintable(text)).toBe(false);
});

test.each(["共享 for the team", "⚠️ naïve café", "a  b", 'a"b\\c', "urn:pulumi:s::p::t::n", "## a heading", "#1", "12:30::x"])(
  "keeps %s in a printable text unchanged",
  (text) => {
    expect(singleLine(text)).toBe(text);
    expect(isPrintable(text)).toBe(true);
  },
);

test.each([
  ["::set-output name=x::y", ": :set-output name=x::y"],
  ["  ::add-mask::x", "  : :add-mask::x"],
  ["\u200B::error::x", " : :error::x"],
  ["x ##[set-output name=a]b", "x # #[set-output name=a]b"],
  ["x ##vso[task.setvariable variable=a]b", "x # #vso[task.setvariable variable=a]b"],
  ["###teamcity[x]", "## #teamcity[x]"],
])("changes %s in a printable text so that a CI runner reads no command", (text, shown) => {
  expect(singleLine(text)).toBe(shown);
  expect(isPrintable(text)).toBe(false);
});

test("abbreviates a long text between whole characters", () => {
  for (const before of [699, 700, 701]) expect(isPrintable(printable("x".repeat(before) + "😀".repeat(400)))).toBe(true);
});

// (promise P-printable)
test("makes one printable line of any text, and changes a printable line no further", () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const line = singleLine(text);
      expect(isPrintable(line)).toBe(true);
      expect(singleLine(line)).toBe(line);
      expect(isPrintable(printable(text))).toBe(true);
      if (isPrintable(text)) expect(line).toBe(text);
    }),
  );
});

test("keeps the number of lines of a text and makes each line printable", () => {
  fc.assert(
    fc.property(fc.array(hostileTexts), (texts) => {
      const lines = printableLines(texts.join("\n")).split("\n");
      expect(lines).toHaveLength(texts.join("\n").split("\n").length);
      for (const line of lines) expect(isPrintable(line)).toBe(true);
    }),
  );
});

test("writes JSON as printable text with the same value", () => {
  fc.assert(
    fc.property(fc.dictionary(hostileTexts, hostileTexts, { noNullPrototype: true }), (value) => {
      const json = printableJson(JSON.stringify(value, undefined, 2));
      expect(JSON.parse(json)).toEqual(value);
      for (const line of json.split("\n")) expect(isPrintable(line)).toBe(true);
    }),
  );
});
