import { expect, test } from "vitest";
import { printable } from "../../provider/kernel/text.ts";

test("control characters, line ends and half letters become one space", () => {
  expect(printable("a\u001B[2J\r\n\u0000b \uD800 \u202Ec")).toBe("a [2J b c");
});

test.each([1001, 99_000, 5_000_000])("of a text of %i characters both ends are shown: what is quoted, and what is said of it", (length) => {
  const shown = printable(`"${"x".repeat(length)}" is too long`);
  expect(shown).toHaveLength(1001);
  expect(shown).toMatch(/^"x+…x+" is too long$/);
});

test("a text of 1000 characters is shown as it is", () => {
  expect(printable("x".repeat(1000))).toBe("x".repeat(1000));
});
