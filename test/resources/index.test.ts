import { expect, it } from "vitest";
import { resources } from "../../provider/resources/index.ts";
import { resourceSuite } from "../support/resource-suite.ts";
import { scenarios, tokens } from "../support/resource-scenarios.ts";

for (const token of tokens) resourceSuite(token, scenarios[token]);

it("has a scenario for every kind of resource on shares", () => {
  // An action of the device API runs once and has no lifecycle.
  expect(resources.map(({ token }) => token).filter((token) => token !== "DeviceAction")).toEqual(tokens);
});
