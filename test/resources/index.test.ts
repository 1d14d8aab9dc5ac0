import { describe, expect, it } from "vitest";
import { resources } from "../../provider/resources/index.ts";
import { httpLaboratory } from "../support/laboratory.ts";
import { livesAWholeLife, resourceSuite } from "../support/suite.ts";
import { scenarios, tokens } from "../support/suite-scenarios.ts";

for (const token of tokens) resourceSuite(token, scenarios[token]);

it("every kind of resource on shares has a scenario", () => {
  // An action of the other API is done once and is nothing that lives.
  expect(resources.map(({ token }) => token).filter((token) => token !== "DeviceAction")).toEqual(tokens);
});

describe("over HTTP with the machine's clock", () => {
  const pace = { associate: 30, disassociate: 30, deleteShare: 30, accept: 30 };
  it.concurrent.each(tokens)("%s lives a whole life as well", async (token) => {
    const bench = await httpLaboratory({ pace, limits: false });
    try {
      await livesAWholeLife(token, scenarios[token], bench);
    } finally {
      await bench.close();
    }
  });
});
