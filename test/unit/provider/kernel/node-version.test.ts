import { expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { NODE_AT_LEAST, unsupportedNode } from "../../../../provider/kernel/node-version.ts";

test.each(["22.19.0", "22.20.1", "24.0.0", "100.1.2"])("accepts Node %s", (version) => {
  expect(unsupportedNode(version)).toBeUndefined();
});

test.each(["22.18.0", "20.20.2", "9.11.2"])("names the required version and what to install for Node %s", (version) => {
  expect(unsupportedNode(version)).toBe(
    `pulumi-resourceshare needs Node 22.19 or newer, and this is Node ${version}: install Node 24 from https://nodejs.org`,
  );
});

test("requires the version that the package declares", () => {
  expect(packageJson.engines.node).toBe(`>=${NODE_AT_LEAST}`);
});
