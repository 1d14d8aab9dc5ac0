import { describe, expect, it } from "vitest";
import { InputError, UnsettledError, WaitError } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;
const self = urn("InvitationAcceptor");
const inviteAgain = "run `pulumi refresh` and `pulumi up` for the owner of the share, which invites again";
const net = { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const receiver = (harness: Harness) => harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
const invitation = (harness: Harness) => [...harness.simulator.world.invitations.values()].at(-1)?.id ?? "";

describe("InvitationAcceptor", () => {
  it("returns all outputs of an acceptor", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    expect(made).toEqual({
      id: shareId,
      given: ["shareId"],
      state: {
        shareId,
        invitationId: invitation(harness),
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

  it.each(["shareId", "invitationId"])("waits for an invitation that comes later, by its %s", async (by) => {
    const harness = createHarness();
    const made = receiver(harness).create(by === "shareId" ? { shareId: "rs-000001" } : { invitationId: "i-000001" }, { urn: self });
    await harness.clock.sleep(10_000);
    await aShare(harness, net);
    expect((await made).state["status"]).toBe("Accepted");
  });

  // (promise P-known-sender)
  it("accepts an invitation of the named sender only, and reports the sender", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const refused = up(receiver(harness), { shareId, senderAccountId: demo.partner }, self);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`senderAccountId: ${shareId} comes from account ${demo.owner}, not from ${demo.partner}`);
    expect(harness.calls()).not.toContain("AcceptResourceShareInvitation");
  });

  // (promise P-known-sender)
  it("does not accept an invitation whose sender the service does not name when a sender is expected", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      return { ...answer, body: answer.body.replace(/"(SenderAccountId|ResourceShareOwner)":"\d+",?/g, "") };
    };
    const driver = harness.run({ accountId: demo.consumer, transport }).driver("InvitationAcceptor");
    const refused = up(driver, { shareId, senderAccountId: demo.owner }, self);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`${shareId} comes from an account that the service does not name, not from ${demo.owner}`);
    expect(harness.calls()).not.toContain("AcceptResourceShareInvitation");
    expect((await up(driver, { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it.each([
    ["Rejected", "reject", "it was rejected"],
    ["Expired", "expire", "it was open for seven days"],
  ] as const)("fails at once when the invitation is %s, and says how to invite again", async (status, how, reason) => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    harness.simulator.outOfBand.answerInvitation(invitation(harness), how);
    const started = harness.clock.now();
    await expect(up(receiver(harness), { shareId }, self)).rejects.toThrow(`is ${status}: ${reason}; ${inviteAgain}`);
    expect(harness.clock.now() - started).toBeLessThan(1000);
  });

  it("fails at once when the invitation is Cancelled", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    harness.simulator.outOfBand.disassociate(shareId, demo.consumer);
    await harness.clock.sleep(1000);
    await expect(up(receiver(harness), { shareId }, self)).rejects.toThrow(/is Cancelled: the sender has withdrawn it/);
  });

  it("reports which resources could not be shared when the acceptance fails", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    harness.simulator.outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "too many" });
    const refused = up(receiver(harness), { shareId }, self);
    await expect(refused).rejects.toThrow(WaitError);
    await expect(refused).rejects.toThrow(/is AcceptFailed: it was accepted.*; LimitExceeded \(too many\) for VSwitch vsw-1/);
  });

  it.each([["shareId"], ["invitationId"]])("accepts the newest invitation, beside one that was rejected before, by its %s", async (by) => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    harness.simulator.outOfBand.answerInvitation(invitation(harness), "reject");
    await harness.clock.sleep(1000);
    harness.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    const made = await up(receiver(harness), by === "shareId" ? { shareId } : { invitationId: invitation(harness) }, self);
    expect(made.state["invitationId"]).toBe(invitation(harness));
  });

  it("accepts the given invitation, beside one to another share", async () => {
    const harness = createHarness();
    await aShare(harness, net);
    const second = await up(harness.run().driver("ResourceShare"), { name: "second", ...net }, urn("ResourceShare", "second"));
    const made = await up(receiver(harness), { invitationId: invitation(harness) }, self);
    expect(made).toMatchObject({ id: second.id, state: { shareName: "second" } });
  });

  it("creates nothing when the acceptance is refused, and reports the refusal", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const denied = { kind: "error", status: 403, code: "NoPermission" } as const;
    harness.simulator.faults.add({ operation: "AcceptResourceShareInvitation", fault: denied });
    await expect(up(receiver(harness), { shareId }, self)).rejects.toThrow(/NoPermission/);
  });

  it("succeeds when the service reports that the invitation has been accepted already", async () => {
    const harness = createHarness({ pace: { accept: 2000 } });
    const shareId = await aShare(harness, net);
    const already = { kind: "error", status: 409, code: "InvitationStatus.AlreadyAccepted", executed: true } as const;
    harness.simulator.faults.add({ operation: "AcceptResourceShareInvitation", fault: already });
    expect((await up(receiver(harness), { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it("reads what it accepted by the share's id alone", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    const { accountId: _, adopt: __, ...shown } = made.state;
    expect((await receiver(harness).read(shareId, {}, { urn: self }))?.state).toMatchObject(shown);
  });

  it("reports at its deadline that no invitation for this account exists", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const refused = receiver(harness).create({ shareId }, { urn: self, timeoutMs: 8000 });
    await expect(refused).rejects.toThrow(`share ${shareId} was not offered to account ${demo.consumer}: no invitation arrived within 8 s`);
  });

  it.each(["left it", "was removed by its owner"])("fails soon when the invitation is Accepted and the account %s", async (how) => {
    const harness = createHarness({ pace: { disassociate: 100 } });
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    if (how === "left it") await receiver(harness).delete(made.id, made.state, { urn: self });
    else harness.simulator.outOfBand.disassociate(shareId, demo.consumer);
    await harness.clock.sleep(1000);
    for (const inputs of [{ shareId }, { invitationId: invitation(harness) }]) {
      const started = harness.clock.now();
      const refused = up(receiver(harness), inputs, self);
      await expect(refused).rejects.toThrow(WaitError);
      await expect(refused).rejects.toThrow(
        `invitation ${invitation(harness)} was accepted, and the share is not visible: this account has left it or its owner removed it; ${inviteAgain}`,
      );
      expect(harness.clock.now() - started).toBeGreaterThanOrEqual(5000);
      expect(harness.clock.now() - started).toBeLessThan(12_000);
    }
  });

  it("finds the new invitation that comes a moment after the share was left", async () => {
    const harness = createHarness({ pace: { disassociate: 100 } });
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    await receiver(harness).delete(made.id, made.state, { urn: self });
    const next = up(receiver(harness), { shareId }, self);
    await harness.clock.sleep(2000);
    harness.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    expect((await next).state["invitationId"]).not.toBe(made.state["invitationId"]);
  });

  it("waits until its deadline for a share that it has accepted itself", async () => {
    const harness = createHarness({ pace: { accept: { reads: 1_000_000_000 } } });
    const shareId = await aShare(harness, net);
    const started = harness.clock.now();
    await expect(up(receiver(harness), { shareId }, self)).rejects.toThrow(UnsettledError);
    expect(harness.clock.now() - started).toBeGreaterThanOrEqual(600_000);
  });

  it("uses the given invitation only, not a newer one of the share", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const given = invitation(harness);
    harness.simulator.outOfBand.answerInvitation(given, "reject");
    await harness.clock.sleep(1000);
    harness.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    const newer = invitation(harness);
    await expect(up(receiver(harness), { invitationId: given }, self)).rejects.toThrow(`invitation ${given} is Rejected`);
    expect(harness.simulator.world.invitations.get(newer)?.status).toBe("Pending");
    expect(harness.writes()).not.toContain("AcceptResourceShareInvitation");
  });

  it("keeps the given invitation when the share is visible through a newer one", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const inputs = { invitationId: invitation(harness) };
    harness.simulator.outOfBand.answerInvitation(inputs.invitationId, "reject");
    await harness.clock.sleep(1000);
    harness.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    harness.simulator.outOfBand.answerInvitation(invitation(harness), "accept");
    await harness.clock.sleep(1000);
    const made = await up(receiver(harness), inputs, self);
    expect(made.state).toMatchObject({ status: "Accepted", ...inputs });
    const seen = await refresh(receiver(harness), made, self);
    expect(seen?.state).toEqual(made.state);
    expect(seen && (await updateIfChanged(receiver(harness), seen, inputs, self))).toBe(seen);
  });

  it("reports that nothing was created when the given invitation never comes", async () => {
    const harness = createHarness({ timeoutMs: 30_000 });
    const refused = up(receiver(harness), { invitationId: "i-never" }, self);
    await expect(refused).rejects.toThrow(WaitError);
    await expect(refused).rejects.toThrow(
      /^invitation i-never was not offered to account \d+: no invitation arrived within 30 s, and nothing was accepted; check the id/,
    );
  });

  it("reports that nothing was created when it could not read the given invitation", async () => {
    const harness = createHarness({ timeoutMs: 10_000 });
    harness.simulator.faults.add({ operation: "ListResourceShareInvitations", times: 1000, fault: { kind: "dropped" } });
    const refused = up(receiver(harness), { invitationId: "i-000001" }, self);
    await expect(refused).rejects.toThrow(/^invitation i-000001: .*nothing was created; no answer \(.*at the last poll$/);
    harness.simulator.faults.clear();
    harness.simulator.faults.add({
      operation: "ListResourceShareInvitations",
      fault: { kind: "error", status: 403, code: "NoPermission" },
    });
    await expect(up(receiver(harness), { invitationId: "i-000001" }, self)).rejects.toThrow(/NoPermission/);
  });

  it("continues after polls without an answer", async () => {
    const harness = createHarness({ pace: { accept: 10_000 } });
    const shareId = await aShare(harness, net);
    harness.simulator.faults.add({ operation: "ListResourceShares", account: demo.consumer, times: 8, fault: { kind: "dropped" } });
    expect((await up(receiver(harness), { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it("returns additions to the share as an output, without a change", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    harness.simulator.outOfBand.associate(shareId, { resources: [{ type: "Image", id: "m-1" }] });
    await harness.clock.sleep(1000);
    const seen = await refresh(receiver(harness), made, self);
    expect(seen?.state["sharedResources"]).toMatchObject([{ type: "VSwitch" }, { type: "Image", id: "m-1" }]);
    expect(seen && (await updateIfChanged(receiver(harness), seen, { shareId }, self))).toBe(seen);
  });

  it("leaves the share when it is deleted and waits until the share is invisible", async () => {
    const harness = createHarness({ pace: { disassociate: 3000 } });
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    await receiver(harness).delete(made.id, made.state, { urn: self });
    expect(harness.simulator.grants()).toEqual([]);
    expect(await refresh(receiver(harness), made, self)).toBeUndefined();
  });

  it.each([
    [404, "EntityNotExists.ResourceShare"],
    [409, "ResourceShareStatusMismatchAction"],
    [400, "DisassociateInvalid"],
  ])("succeeds in leaving the share when the service returns %i %s, because there is nothing to leave", async (status, code) => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    const fault = { kind: "error", status, code, executed: true } as const;
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", times: 3, fault });
    await expect(receiver(harness).delete(made.id, made.state, { urn: self })).resolves.toBeUndefined();
    expect(harness.simulator.grants()).toEqual([]);
  });

  it("fails to leave the share when the service refuses that", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(receiver(harness).delete(made.id, made.state, { urn: self })).rejects.toThrow(/NoPermission/);
  });

  it("stays in the share when another resource of the program accepts it", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, net);
    const made = await up(receiver(harness), { shareId }, self);
    const run = harness.run({ accountId: demo.consumer });
    await up(run.driver("InvitationAcceptor"), { shareId }, urn("InvitationAcceptor", "renamed"));
    await run.driver("InvitationAcceptor").delete(made.id, made.state, { urn: self });
    expect(run.warnings()).toEqual([`share ${shareId} is not left: its replacement or another resource of the program accepts it`]);
    expect(harness.simulator.grants()).toHaveLength(1);
  });
});
