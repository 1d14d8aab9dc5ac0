import { expect, it } from "vitest";
import { resources } from "../../../../provider/resources/index.ts";
import { layers } from "../../../support/bindings/bound-driver.ts";
import { resourceContract } from "../../../support/contract/resource-contract.ts";
import { scenarios, tokens } from "../../../support/resource-scenarios.ts";

for (const layer of layers) for (const token of tokens) resourceContract(layer, token, scenarios[token]);

it("has a scenario for every kind of resource on shares", () => {
  // An action of the device API runs once and has no lifecycle.
  expect(resources.map(({ token }) => token).filter((token) => token !== "DeviceAction")).toEqual(tokens);
});
