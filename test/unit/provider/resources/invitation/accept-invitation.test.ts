import { expect, test } from "vitest";
import { WaitError } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";
import { refresh, up, updateIfChanged, urn } from "../../../../support/resource-suite.ts";

const self = urn("InvitationAcceptor");
const receiver = (harness: ReturnType<typeof createHarness>) => harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");

test("finds the share of an invitation, so that an acceptor is imported by either id", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
  const { id, state } = await up(receiver(harness), { shareId }, self);
  for (const importId of [shareId, String(state["invitationId"])]) {
    const imported = await receiver(harness).read(importId, {}, { urn: self, given: ["shareId"] });
    expect(imported).toMatchObject({ id, inputs: { shareId }, state: { accountId: state["accountId"], status: "Accepted" } });
  }
});

test.each([
  [{ shareId: "rs-999999" }, "share rs-999999"],
  [{ invitationId: "i-never" }, "invitation i-never"],
])("reports after a minute that %j was never offered, and to which account", async (inputs, subject) => {
  const harness = createHarness();
  const started = harness.clock.now();
  const refused = up(receiver(harness), inputs, self);
  await expect(refused).rejects.toThrow(WaitError);
  await expect(refused).rejects.toThrow(`${subject} was not offered to account ${demo.consumer}: no invitation arrived within 6`);
  await expect(refused).rejects.toThrow(
    /nothing was accepted; check the id, `account` and `region`, or ask the owner of the share to list/,
  );
  expect(harness.clock.now() - started).toBeLessThan(75_000);
});

test("reports within seconds to the owner of a share that it is never invited", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
  const started = harness.clock.now();
  await expect(up(harness.run({ accountId: demo.owner }).driver("InvitationAcceptor"), { shareId }, self)).rejects.toThrow(
    `share ${shareId} belongs to account ${demo.owner} itself, which is never invited: name the account that is invited`,
  );
  expect(harness.clock.now() - started).toBeLessThan(15_000);
});

test("accepts an invitation that arrives within a minute", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness);
  const next = up(receiver(harness), { shareId }, self);
  await harness.clock.sleep(50_000);
  harness.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
  expect((await next).state["status"]).toBe("Accepted");
});

test.each([
  ["an invited account", demo.consumer, { allowExternalTargets: true, targets: [demo.consumer] }],
  ["a member of the directory", demo.member, { targets: [demo.member] }],
])("reports within seconds to %s in which region the share is, and keeps no state", async (_who, accountId, content) => {
  const harness = createHarness();
  const shareId = await aShare(harness, content);
  const started = harness.clock.now();
  const acceptorIn = (region: string) => harness.run({ accountId, region }).driver("InvitationAcceptor");
  await expect(up(acceptorIn("cn-shanghai"), { shareId }, self)).rejects.toThrow(
    `share ${shareId} is in region cn-hangzhou, not in cn-shanghai: set the region of this resource to cn-hangzhou`,
  );
  expect(harness.clock.now() - started).toBeLessThan(15_000);
  expect((await up(acceptorIn("cn-hangzhou"), { shareId }, self)).state).toMatchObject({ status: "Accepted", regionId: "cn-hangzhou" });
});

test("moves an acceptor out of the wrong region by its argument `region`", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
  const acceptor = harness.run({ accountId: demo.consumer, region: "cn-shanghai" }).driver("InvitationAcceptor");
  // The state of an acceptance that has timed out in the wrong region.
  const state = { shareId, status: "Pending", sharedResources: [], accountId: demo.consumer, regionId: "cn-shanghai" };
  await acceptor.delete(shareId, state, { urn: self });
  expect((await up(acceptor, { shareId, region: "cn-hangzhou" }, self)).state).toMatchObject({ status: "Accepted" });
});

const net = { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };

test("accepts an invitation again whose acceptance has failed before", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, net);
  const transport: Transport = async (request, signal) => {
    const answer = await harness.simulator.transport(request, signal);
    return { ...answer, body: answer.body.replace('"Status":"Pending"', '"Status":"AcceptFailed"') };
  };
  const driver = harness.run({ accountId: demo.consumer, transport }).driver("InvitationAcceptor");
  expect((await up(driver, { shareId }, self)).state["status"]).toBe("Accepted");
});

test("reports what helps when the service does not take a failed acceptance again, and accepts after that", async () => {
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
