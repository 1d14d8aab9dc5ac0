import { describe, expect, it } from "vitest";
import { ApiError, InputError } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { answering, denied, openResource } from "../../../../support/resource-fixture.ts";
import { invitation } from "../../../../support/resource-scenarios.ts";

const runner = { accountId: demo.consumer };

async function open(settings = {}) {
  const fixture = await openResource("InvitationAcceptor", { share: invitation, runner, ...settings });
  const newest = () => [...fixture.simulator.world.invitations.values()].at(-1)?.id ?? "";
  return { ...fixture, newest };
}

describe("InvitationAcceptor", () => {
  it("returns all outputs of an InvitationAcceptor", async () => {
    const { up, shareId, newest } = await open();
    expect(await up()).toEqual({
      id: shareId,
      given: ["shareId"],
      state: {
        shareId,
        invitationId: newest(),
        senderAccountId: demo.owner,
        leaveOnDelete: true,
        shareName: "theirs",
        receiverAccountId: demo.consumer,
        status: "Accepted",
        sharedResources: [{ type: "VSwitch", id: "vsw-1", arn: `acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-1`, status: "Available" }],
        accountId: demo.consumer,
        regionId: "cn-hangzhou",
      },
    });
  });

  it.each(["shareId", "invitationId"])(
    "finds an accepted invitation by its %s alone, so that either id imports an InvitationAcceptor",
    async (by) => {
      const { up, driver, self, shareId } = await open();
      const { id, state } = await up();
      const { adopt: _, ...shown } = state;
      const imported = await driver.read(String(state[by]), {}, { urn: self, given: ["shareId"] });
      expect(imported).toMatchObject({ id, inputs: { shareId }, state: shown });
    },
  );

  // (promise P-known-sender)
  it("accepts an invitation of the named sender only, and reports the sender", async () => {
    const { up, shareId, calls } = await open();
    const refused = up({ senderAccountId: demo.partner });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`senderAccountId: ${shareId} comes from account ${demo.owner}, not from ${demo.partner}`);
    expect(calls()).not.toContain("AcceptResourceShareInvitation");
    const made = await up({ senderAccountId: demo.owner });
    expect(made.state["status"]).toBe("Accepted");
    await expect(up({ senderAccountId: demo.partner })).rejects.toThrow(
      /not from .*: this account has it already, and nothing was changed/,
    );
  });

  // (promise P-known-sender)
  it("rejects an invitation without a sender in the answer when an InvitationAcceptor expects a sender", async () => {
    const { again, simulator, shareId, calls } = await open();
    const unnamed = (body: string) => body.replace(/"(SenderAccountId|ResourceShareOwner)":"\d+",?/g, "");
    const { up } = again({ ...runner, transport: answering(simulator.transport, unnamed) });
    const refused = up({ senderAccountId: demo.owner });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`${shareId} comes from an account that the service does not name, not from ${demo.owner}`);
    expect(calls()).not.toContain("AcceptResourceShareInvitation");
    expect((await up()).state["status"]).toBe("Accepted");
  });

  it("accepts the invitation of `invitationId`, beside one to another share", async () => {
    const { again, up, newest } = await open();
    const second = await again({})
      .as("second", "ResourceShare")
      .up({ name: "second", ...invitation });
    expect(await up({ shareId: undefined, invitationId: newest() })).toMatchObject({ id: second.id, state: { shareName: "second" } });
  });

  it("keeps the accepted invitation of `invitationId` when the share is visible through a newer one", async () => {
    const { up, refresh, update, clock, outOfBand, shareId, newest } = await open();
    const inputs = { shareId: undefined, invitationId: newest() };
    outOfBand.answerInvitation(newest(), "reject");
    await clock.sleep(1000);
    outOfBand.associate(shareId, { targets: [demo.consumer] });
    outOfBand.answerInvitation(newest(), "accept");
    await clock.sleep(1000);
    const made = await up(inputs);
    expect(made.state).toMatchObject({ status: "Accepted", invitationId: inputs.invitationId });
    const seen = await refresh(made);
    expect(seen?.state).toEqual(made.state);
    expect(seen && (await update(seen, inputs))).toBe(seen);
  });

  it("returns resources that are added to an accepted share as an output, without a change", async () => {
    const { up, refresh, update, clock, outOfBand, shareId } = await open();
    const made = await up();
    outOfBand.associate(shareId, { resources: [{ type: "Image", id: "m-1" }] });
    await clock.sleep(1000);
    const seen = await refresh(made);
    expect(seen?.state["sharedResources"]).toMatchObject([{ type: "VSwitch" }, { type: "Image", id: "m-1" }]);
    expect(seen && (await update(seen))).toBe(seen);
  });

  it("refreshes an InvitationAcceptor without a wait or a change after the invitation's record was purged", async () => {
    const { up, again, outOfBand, clock, newest } = await open();
    const made = await up();
    outOfBand.purgeInvitation(newest());
    const started = clock.now();
    const { refresh, update } = again();
    const seen = await refresh(made);
    expect(clock.now() - started).toBeLessThan(200);
    expect(seen && (await update(seen))).toBe(seen);
  });

  it.each(["ListResourceShareInvitations", "ListResourceShares"])(
    "reports a denied %s of an InvitationAcceptor as denied, never as a missing invitation",
    async (operation) => {
      const { up, faults, clock } = await open();
      faults.add({ operation, account: demo.consumer, times: 99, fault: denied });
      const started = clock.now();
      await expect(up()).rejects.toThrow(ApiError);
      expect(clock.now() - started).toBeLessThan(2000);
    },
  );

  it("keeps the id of an InvitationAcceptor that is cancelled while its acceptance runs, and accepts in the next run", async () => {
    const { again, update, clock, shareId } = await open({ pace: { accept: 70_000 } });
    const canceller = new AbortController();
    const running = again({ ...runner, cancellation: canceller.signal }).create();
    await clock.sleep(10_000);
    canceller.abort(new Error("cancelled"));
    const late = await running;
    expect(late).toMatchObject({
      id: shareId,
      failure: { message: "cancelled" },
      state: { status: "Pending", shareId, sharedResources: [] },
    });
    expect((await update(late)).state).toMatchObject({ status: "Accepted", sharedResources: [{ id: "vsw-1" }] });
  });

  it("moves an InvitationAcceptor out of the wrong region by its argument `region`", async () => {
    const { again, shareId } = await open();
    const { up, remove } = again({ ...runner, region: "cn-shanghai" });
    // The state of an acceptance that has timed out in the wrong region.
    const state = { shareId, status: "Pending", sharedResources: [], accountId: demo.consumer, regionId: "cn-shanghai" };
    await remove({ id: shareId, state });
    expect((await up({ region: "cn-hangzhou" })).state).toMatchObject({ status: "Accepted" });
  });
});
