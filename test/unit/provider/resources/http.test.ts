import { describe, it } from "vitest";
import { createHttpHarness } from "../../../support/harness.ts";
import { boundDriver } from "../../../support/bindings/bound-driver.ts";
import { runLifecycle } from "../../../support/contract/lifecycle.ts";
import { scenarios, tokens } from "../../../support/resource-scenarios.ts";

describe("over HTTP with the machine's clock", () => {
  const pace = { associate: 30, disassociate: 30, deleteShare: 30, accept: 30 };
  it.concurrent.each(tokens)(
    "runs %s through its whole life over HTTP",
    async (token) => {
      const harness = await createHttpHarness({ pace, limits: false });
      try {
        const scenario = scenarios[token];
        await runLifecycle(token, scenario, harness, () => boundDriver("core", harness.run(scenario.runner), token));
      } finally {
        await harness.close();
      }
    },
    120_000,
  );
});
