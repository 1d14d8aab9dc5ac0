import { describe, it } from "vitest";
import { createHttpHarness } from "../support/harness.ts";
import { runLifecycle } from "../support/resource-suite.ts";
import { scenarios, tokens } from "../support/resource-scenarios.ts";

describe("over HTTP with the machine's clock", () => {
  const pace = { associate: 30, disassociate: 30, deleteShare: 30, accept: 30 };
  it.concurrent.each(tokens)("runs %s through its whole life over HTTP", async (token) => {
    const harness = await createHttpHarness({ pace, limits: false });
    try {
      await runLifecycle(token, scenarios[token], harness);
    } finally {
      await harness.close();
    }
  });
});
