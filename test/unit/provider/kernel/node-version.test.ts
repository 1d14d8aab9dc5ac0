import { expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { NODE_AT_LEAST, satisfies, unsupportedNode } from "../../../../provider/kernel/node-version.ts";

test.each(["22.19.0", "22.20.1", "24.0.0", "100.1.2"])("accepts Node %s", (version) => {
  expect(unsupportedNode(version)).toBeUndefined();
});

test.each(["22.18.0", "20.20.2", "9.11.2"])("names the required version and what to install for Node %s", (version) => {
  expect(unsupportedNode(version)).toBe(
    `pulumi-resourceshare needs Node 22.19 or newer, and this is Node ${version}: install Node 24 from https://nodejs.org`,
  );
});

test("requires the version of Node that the package declares", () => {
  expect(packageJson.engines.node).toBe(`>=${NODE_AT_LEAST}`);
});

test.each([
  ["22.19.0", ">=22.19", true],
  ["24.0.1", ">=22.19", true],
  ["22.18.9", ">=22.19", false],
  ["3.220.0", "^3.220.0", true],
  ["3.219.9", "^3.220.0", false],
  ["4.0.0", "^3.220.0", false],
  ["3.251.0-alpha.1", "^3.220.0", true],
])("compares the version %s of Node with the range %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});
