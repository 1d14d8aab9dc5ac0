import { describe, it } from "vitest";
import { servePlugin } from "../../../../provider/plugin/server.ts";
import { boundDriver } from "../../../support/bindings/bound-driver.ts";
import { callsOverGrpc } from "../../../support/bindings/calls.ts";
import { pluginBinding } from "../../../support/bindings/plugin.ts";
import { pluginOfRun } from "../../../support/bindings/provider-of-run.ts";
import { runLifecycle } from "../../../support/contract/lifecycle.ts";
import { createHarness } from "../../../support/harness.ts";
import { scenarios, tokens } from "../../../support/resource-scenarios.ts";

describe("over gRPC", () => {
  it.each(tokens)(
    "runs %s through its whole life over gRPC",
    async (token) => {
      const harness = createHarness();
      const scenario = scenarios[token];
      const run = harness.run(scenario.runner);
      const { port, close: closeServer } = await servePlugin(pluginOfRun(run));
      const { call, close } = callsOverGrpc(port);
      try {
        // A process checks and deletes: the second one of the lifecycle has claims of its own.
        let opened = 0;
        const open = () =>
          opened++ === 0
            ? boundDriver("plugin", run, token, pluginBinding(token, call))
            : boundDriver("plugin", harness.run(scenario.runner), token);
        await runLifecycle(token, scenario, harness, open);
      } finally {
        close();
        closeServer();
      }
    },
    120_000,
  );
});
