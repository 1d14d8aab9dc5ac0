import { describe, it } from "vitest";
import { httpLaboratory } from "../support/laboratory.ts";
import { livesAWholeLife } from "../support/suite.ts";
import { scenarios, tokens } from "../support/suite-scenarios.ts";

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
