import { expect, it } from "vitest";
import { demo } from "../../../provider/simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness } from "../../support/harness.ts";
import { aShare } from "../../support/resource-scenarios.ts";
import { refresh, up, updateIfChanged, urn } from "../../support/resource-suite.ts";

const self = urn("InvitationAcceptor");
const net = { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const receiver = (harness: ReturnType<typeof createHarness>) => harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");

it("accepts an invitation again whose acceptance has failed before", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, net);
  const transport: Transport = async (request, signal) => {
    const answer = await harness.simulator.transport(request, signal);
    return { ...answer, body: answer.body.replace('"Status":"Pending"', '"Status":"AcceptFailed"') };
  };
  const driver = harness.run({ accountId: demo.consumer, transport }).driver("InvitationAcceptor");
  expect((await up(driver, { shareId }, self)).state["status"]).toBe("Accepted");
});

it("reports what helps when the service does not take a failed acceptance again, and accepts after that", async () => {
  const harness = createHarness();
  const owner = harness.run().driver("ResourceShare");
  const share = await up(owner, { name: "theirs", ...net }, urn("ResourceShare"));
  harness.simulator.outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "too many" });
  await expect(up(receiver(harness), { shareId: share.id }, self)).rejects.toThrow(/; remove the cause and run `pulumi up` again/);
  harness.simulator.outOfBand.planFailure("vsw-1", undefined);
  const advice = /run `pulumi refresh` and `pulumi up` for the owner of the share, which invites again/;
  await expect(up(receiver(harness), { shareId: share.id }, self)).rejects.toThrow(advice);
  await harness.clock.sleep(1000);
  const seen = await refresh(harness.run().driver("ResourceShare"), share, urn("ResourceShare"));
  if (seen) await updateIfChanged(harness.run().driver("ResourceShare"), seen, { name: "theirs", ...net }, urn("ResourceShare"));
  expect((await up(receiver(harness), { shareId: share.id }, self)).state["status"]).toBe("Accepted");
});
