import { expect, it } from "vitest";
import { resources } from "../../../../provider/resources/index.ts";
import { bindings } from "../../../support/bindings/bound-provider.ts";
import { resourceContract } from "../../../support/contract/resource-contract.ts";
import { scenarios, tokens } from "../../../support/resource-scenarios.ts";

for (const binding of bindings) for (const token of tokens) resourceContract(binding, token, scenarios[token]);

it("has a test scenario for every kind of resource on shares", () => {
  // An action of the device API runs once and has no lifecycle.
  expect(resources.map(({ token }) => token).filter((token) => token !== "DeviceAction")).toEqual(tokens);
});
