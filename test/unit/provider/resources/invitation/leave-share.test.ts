import { expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";
import { up, urn } from "../../../../support/resource-suite.ts";

it("returns a shared resource with a state that is not documented", async () => {
  const harness = createHarness();
  const resources = [{ type: "VSwitch", id: "vsw-1" }];
  const shareId = await aShare(harness, { allowExternalTargets: true, resources, targets: [demo.consumer] });
  const transport: Transport = async (request, signal) => {
    const answer = await harness.simulator.transport(request, signal);
    return { ...answer, body: answer.body.replace('"ResourceStatus":"Available"', '"ResourceStatus":"Migrating"') };
  };
  const driver = harness.run({ accountId: demo.consumer, transport }).driver("InvitationAcceptor");
  const made = await up(driver, { shareId }, urn("InvitationAcceptor"));
  expect(made.state["sharedResources"]).toMatchObject([{ id: "vsw-1", status: "Migrating" }]);
});
