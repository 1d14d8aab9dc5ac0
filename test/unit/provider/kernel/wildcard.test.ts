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
])("matches a wildcard pattern with the whole text: %s and %s", (pattern, text, expected) => {
  expect(matches([pattern], text)).toBe(expected);
});

test("matches a wildcard pattern in any case when requested", () => {
  expect(matchesInAnyCase(["VPC:*"], "vpc:Describe")).toBe(true);
});

// A search that tries every occurrence of each part would not end before the test's timeout.
test("matches a long text with a wildcard pattern in linear time, however many wildcards it has", () => {
  expect(matches([`${"*a".repeat(8)}*b`], "a".repeat(80_000))).toBe(false);
});
