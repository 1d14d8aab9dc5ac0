import { expect, test } from "vitest";
import { matches, matchesInAnyCase } from "../../provider/kernel/wildcard.ts";

test.each([
  ["fd-*", "fd-1", true],
  ["*", "", true],
  ["a*c", "abc", true],
  ["a.c", "abc", false],
  ["vpc", "vpc:Describe", false],
  ["VSwitch", "vswitch", false],
])("matches the whole text: %s and %s", (pattern, text, expected) => {
  expect(matches([pattern], text)).toBe(expected);
});

test("ignores case where asked to", () => {
  expect(matchesInAnyCase(["VPC:*"], "vpc:Describe")).toBe(true);
});
