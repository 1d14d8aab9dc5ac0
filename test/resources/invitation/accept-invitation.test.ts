import { expect, test } from "vitest";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { createHarness } from "../../support/harness.ts";
import { aShare } from "../../support/resource-scenarios.ts";
import { up, urn } from "../../support/resource-suite.ts";

test("finds the share of an invitation, so that an acceptor is imported by either id", async () => {
  const harness = createHarness();
  const self = urn("InvitationAcceptor");
  const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
  const receiver = () => harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
  const { id, state } = await up(receiver(), { shareId }, self);
  for (const importId of [shareId, String(state["invitationId"])]) {
    const imported = await receiver().read(importId, {}, { urn: self, given: ["shareId"] });
    expect(imported).toMatchObject({ id, inputs: { shareId }, state: { accountId: state["accountId"], status: "Accepted" } });
  }
});
