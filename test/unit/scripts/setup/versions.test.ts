import { expect, test } from "vitest";
import { compareVersions, isAtLeast, parseVersion } from "../../../../scripts/setup/versions.mjs";

test.each([
  ["v3.250.0\n", "3.250.0"],
  ["3.251.0-alpha.1+dirty", "3.251.0"],
  ["go1.26", "1.26.0"],
  ["go version go1.26.8 linux/amd64", "1.26.8"],
  ["v24.21.0", "24.21.0"],
])("parses the version in %j as %s", (text, version) => expect(parseVersion(text)).toBe(version));

test("compares versions by number, not by letter", () => {
  expect(["3.9.0", "3.220.0", "3.100.10", "3.100.9"].toSorted(compareVersions)).toEqual(["3.9.0", "3.100.9", "3.100.10", "3.220.0"]);
});

test("rejects a program whose version is unknown", () => {
  expect(isAtLeast(undefined, "0.0.0")).toBe(false);
  expect(isAtLeast("22.19.0", "22.19.0")).toBe(true);
  expect(isAtLeast("22.18.9", "22.19.0")).toBe(false);
});
