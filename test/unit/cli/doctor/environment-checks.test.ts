import { expect, test } from "vitest";
import { satisfies } from "../../../../cli/doctor/environment-checks.ts";

test.each([
  ["22.19.0", ">=22.19", true],
  ["24.0.1", ">=22.19", true],
  ["22.18.9", ">=22.19", false],
  ["3.220.0", "^3.220.0", true],
  ["3.219.9", "^3.220.0", false],
  ["4.0.0", "^3.220.0", false],
  ["3.251.0-alpha.1", "^3.220.0", true],
])("compares the version %s with the range %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});
