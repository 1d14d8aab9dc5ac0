import { expect, test } from "vitest";
import { matches, matchesInAnyCase } from "../../../../provider/kernel/wildcard.ts";

test.each([
  ["fd-*", "fd-1", true],
  ["*", "", true],
  ["a*c", "abc", true],
  ["a.c", "abc", false],
  ["vpc", "vpc:Describe", false],
  ["VSwitch", "vswitch", false],
  ["a*a", "a", false],
  ["a*b*c", "acb-c", true],
  ["a*b*c", "acb", false],
  ["*ab*ab", "cab", false],
])("matches the whole text: %s and %s", (pattern, text, expected) => {
  expect(matches([pattern], text)).toBe(expected);
});

test("ignores case where asked to", () => {
  expect(matchesInAnyCase(["VPC:*"], "vpc:Describe")).toBe(true);
});

// A search that tries every occurrence of each part would not end before the test's timeout.
test("matches a long text in linear time, however many wildcards a pattern has", () => {
  expect(matches([`${"*a".repeat(8)}*b`], "a".repeat(80_000))).toBe(false);
});
