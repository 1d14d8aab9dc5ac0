import { describe, expect, it } from "vitest";
import { InputError, UnsettledError, WaitError } from "../../../provider/kernel/errors.ts";
import { demo } from "../../../provider/simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness } from "../../support/harness.ts";
import { updateIfChanged, refresh, up, urn } from "../../support/resource-suite.ts";
import { aShare } from "../../support/resource-scenarios.ts";

type Bench = ReturnType<typeof createHarness>;
const self = urn("InvitationAcceptor");
const net = { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const receiver = (bench: Bench) => bench.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
const invitation = (bench: Bench) => [...bench.simulator.world.invitations.values()].at(-1)?.id ?? "";

describe("InvitationAcceptor", () => {
  it("returns all outputs of an acceptor", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    expect(made).toEqual({
      id: shareId,
      given: ["shareId"],
      state: {
        shareId,
        invitationId: invitation(bench),
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
    const bench = createHarness();
    const made = receiver(bench).create(by === "shareId" ? { shareId: "rs-000001" } : { invitationId: "i-000001" }, { urn: self });
    await bench.clock.sleep(10_000);
    await aShare(bench, net);
    expect((await made).state["status"]).toBe("Accepted");
  });

  // (promise P-known-sender)
  it("accepts an invitation of the named sender only, and reports the sender", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const refused = up(receiver(bench), { shareId, senderAccountId: demo.partner }, self);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`senderAccountId: ${shareId} comes from account ${demo.owner}, not from ${demo.partner}`);
    expect(bench.calls()).not.toContain("AcceptResourceShareInvitation");
  });

  // (promise P-known-sender)
  it("does not accept an invitation whose sender the service does not name when a sender is expected", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const transport: Transport = async (request, signal) => {
      const answer = await bench.simulator.transport(request, signal);
      return { ...answer, body: answer.body.replace(/"(SenderAccountId|ResourceShareOwner)":"\d+",?/g, "") };
    };
    const driver = bench.run({ accountId: demo.consumer, transport }).driver("InvitationAcceptor");
    const refused = up(driver, { shareId, senderAccountId: demo.owner }, self);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(`${shareId} comes from an account that the service does not name, not from ${demo.owner}`);
    expect(bench.calls()).not.toContain("AcceptResourceShareInvitation");
    expect((await up(driver, { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it.each([
    ["Rejected", "reject", /is Rejected: it was rejected; the sender can invite again/],
    ["Expired", "expire", /is Expired: it was open for seven days; the sender can invite again/],
  ] as const)("fails at once when the invitation is %s", async (_, how, reason) => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    bench.simulator.outOfBand.answerInvitation(invitation(bench), how);
    const started = bench.clock.now();
    await expect(up(receiver(bench), { shareId }, self)).rejects.toThrow(reason);
    expect(bench.clock.now() - started).toBeLessThan(1000);
  });

  it("fails at once when the invitation is Cancelled", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    bench.simulator.outOfBand.disassociate(shareId, demo.consumer);
    await bench.clock.sleep(1000);
    await expect(up(receiver(bench), { shareId }, self)).rejects.toThrow(/is Cancelled: the sender has withdrawn it/);
  });

  it("reports which resources could not be shared when the acceptance fails", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    bench.simulator.outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "too many" });
    const refused = up(receiver(bench), { shareId }, self);
    await expect(refused).rejects.toThrow(WaitError);
    await expect(refused).rejects.toThrow(/is AcceptFailed: it was accepted.*; LimitExceeded \(too many\) for VSwitch vsw-1/);
  });

  it.each([["shareId"], ["invitationId"]])("accepts the newest invitation, beside one that was rejected before, by its %s", async (by) => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    bench.simulator.outOfBand.answerInvitation(invitation(bench), "reject");
    await bench.clock.sleep(1000);
    bench.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    const made = await up(receiver(bench), by === "shareId" ? { shareId } : { invitationId: invitation(bench) }, self);
    expect(made.state["invitationId"]).toBe(invitation(bench));
  });

  it("accepts the given invitation, beside one to another share", async () => {
    const bench = createHarness();
    await aShare(bench, net);
    const second = await up(bench.run().driver("ResourceShare"), { name: "second", ...net }, urn("ResourceShare", "second"));
    const made = await up(receiver(bench), { invitationId: invitation(bench) }, self);
    expect(made).toMatchObject({ id: second.id, state: { shareName: "second" } });
  });

  it("creates nothing when the acceptance is refused, and reports the refusal", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const denied = { kind: "error", status: 403, code: "NoPermission" } as const;
    bench.simulator.faults.add({ operation: "AcceptResourceShareInvitation", fault: denied });
    await expect(up(receiver(bench), { shareId }, self)).rejects.toThrow(/NoPermission/);
  });

  it("succeeds when the service reports that the invitation has been accepted already", async () => {
    const bench = createHarness({ pace: { accept: 2000 } });
    const shareId = await aShare(bench, net);
    const already = { kind: "error", status: 409, code: "InvitationStatus.AlreadyAccepted", executed: true } as const;
    bench.simulator.faults.add({ operation: "AcceptResourceShareInvitation", fault: already });
    expect((await up(receiver(bench), { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it("reads what it accepted by the share's id alone", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    const { accountId: _, adopt: __, ...shown } = made.state;
    expect((await receiver(bench).read(shareId, {}, { urn: self }))?.state).toMatchObject(shown);
  });

  it("reports at its deadline that no invitation for this account exists", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench);
    const refused = receiver(bench).create({ shareId }, { urn: self, timeoutMs: 8000 });
    expect((await refused).failure?.message).toMatch(new RegExp(`share ${shareId} has not settled after 8 s: no invitation yet`));
  });

  it.each(["left it", "was removed by its owner"])("fails soon when the invitation is Accepted and the account %s", async (how) => {
    const bench = createHarness({ pace: { disassociate: 100 } });
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    if (how === "left it") await receiver(bench).delete(made.id, made.state, { urn: self });
    else bench.simulator.outOfBand.disassociate(shareId, demo.consumer);
    await bench.clock.sleep(1000);
    for (const inputs of [{ shareId }, { invitationId: invitation(bench) }]) {
      const started = bench.clock.now();
      const refused = up(receiver(bench), inputs, self);
      await expect(refused).rejects.toThrow(WaitError);
      await expect(refused).rejects.toThrow(
        `invitation ${invitation(bench)} was accepted, and the share is not visible: this account has left it or its owner removed it; the owner must invite again`,
      );
      expect(bench.clock.now() - started).toBeGreaterThanOrEqual(5000);
      expect(bench.clock.now() - started).toBeLessThan(12_000);
    }
  });

  it("finds the new invitation that comes a moment after the share was left", async () => {
    const bench = createHarness({ pace: { disassociate: 100 } });
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    await receiver(bench).delete(made.id, made.state, { urn: self });
    const next = up(receiver(bench), { shareId }, self);
    await bench.clock.sleep(2000);
    bench.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    expect((await next).state["invitationId"]).not.toBe(made.state["invitationId"]);
  });

  it("waits until its deadline for a share that it has accepted itself", async () => {
    const bench = createHarness({ pace: { accept: { reads: 1_000_000_000 } } });
    const shareId = await aShare(bench, net);
    const started = bench.clock.now();
    await expect(up(receiver(bench), { shareId }, self)).rejects.toThrow(UnsettledError);
    expect(bench.clock.now() - started).toBeGreaterThanOrEqual(600_000);
  });

  it("uses the given invitation only, not a newer one of the share", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const given = invitation(bench);
    bench.simulator.outOfBand.answerInvitation(given, "reject");
    await bench.clock.sleep(1000);
    bench.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    const newer = invitation(bench);
    await expect(up(receiver(bench), { invitationId: given }, self)).rejects.toThrow(`invitation ${given} is Rejected`);
    expect(bench.simulator.world.invitations.get(newer)?.status).toBe("Pending");
    expect(bench.writes()).not.toContain("AcceptResourceShareInvitation");
  });

  it("keeps the given invitation when the share is visible through a newer one", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const inputs = { invitationId: invitation(bench) };
    bench.simulator.outOfBand.answerInvitation(inputs.invitationId, "reject");
    await bench.clock.sleep(1000);
    bench.simulator.outOfBand.associate(shareId, { targets: [demo.consumer] });
    bench.simulator.outOfBand.answerInvitation(invitation(bench), "accept");
    await bench.clock.sleep(1000);
    const made = await up(receiver(bench), inputs, self);
    expect(made.state).toMatchObject({ status: "Accepted", ...inputs });
    const seen = await refresh(receiver(bench), made, self);
    expect(seen?.state).toEqual(made.state);
    expect(seen && (await updateIfChanged(receiver(bench), seen, inputs, self))).toBe(seen);
  });

  it("reports that nothing was created when the given invitation never comes", async () => {
    const bench = createHarness({ timeoutMs: 30_000 });
    const refused = up(receiver(bench), { invitationId: "i-never" }, self);
    await expect(refused).rejects.toThrow(WaitError);
    await expect(refused).rejects.toThrow(/^invitation i-never: no such invitation arrived within 30 s, and nothing was created$/);
  });

  it("reports that nothing was created when it could not read the given invitation", async () => {
    const bench = createHarness({ timeoutMs: 10_000 });
    bench.simulator.faults.add({ operation: "ListResourceShareInvitations", times: 1000, fault: { kind: "dropped" } });
    const refused = up(receiver(bench), { invitationId: "i-000001" }, self);
    await expect(refused).rejects.toThrow(/^invitation i-000001: .*nothing was created; no answer \(.*at the last poll$/);
    bench.simulator.faults.clear();
    bench.simulator.faults.add({ operation: "ListResourceShareInvitations", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(up(receiver(bench), { invitationId: "i-000001" }, self)).rejects.toThrow(/NoPermission/);
  });

  it("continues after polls without an answer", async () => {
    const bench = createHarness({ pace: { accept: 10_000 } });
    const shareId = await aShare(bench, net);
    bench.simulator.faults.add({ operation: "ListResourceShares", account: demo.consumer, times: 8, fault: { kind: "dropped" } });
    expect((await up(receiver(bench), { shareId }, self)).state["status"]).toBe("Accepted");
  });

  it("returns additions to the share as an output, without a change", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    bench.simulator.outOfBand.associate(shareId, { resources: [{ type: "Image", id: "m-1" }] });
    await bench.clock.sleep(1000);
    const seen = await refresh(receiver(bench), made, self);
    expect(seen?.state["sharedResources"]).toMatchObject([{ type: "Image", id: "m-1" }, { type: "VSwitch" }]);
    expect(seen && (await updateIfChanged(receiver(bench), seen, { shareId }, self))).toBe(seen);
  });

  it("leaves the share when it is deleted and waits until the share is invisible", async () => {
    const bench = createHarness({ pace: { disassociate: 3000 } });
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    await receiver(bench).delete(made.id, made.state, { urn: self });
    expect(bench.simulator.grants()).toEqual([]);
    expect(await refresh(receiver(bench), made, self)).toBeUndefined();
  });

  it.each([
    [404, "EntityNotExists.ResourceShare"],
    [409, "ResourceShareStatusMismatchAction"],
    [400, "DisassociateInvalid"],
  ])("succeeds in leaving the share when the service returns %i %s, because there is nothing to leave", async (status, code) => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    const fault = { kind: "error", status, code, executed: true } as const;
    bench.simulator.faults.add({ operation: "DisassociateResourceShare", times: 3, fault });
    await expect(receiver(bench).delete(made.id, made.state, { urn: self })).resolves.toBeUndefined();
    expect(bench.simulator.grants()).toEqual([]);
  });

  it("fails to leave the share when the service refuses that", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    bench.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(receiver(bench).delete(made.id, made.state, { urn: self })).rejects.toThrow(/NoPermission/);
  });

  it("stays in the share when another resource of the program accepts it", async () => {
    const bench = createHarness();
    const shareId = await aShare(bench, net);
    const made = await up(receiver(bench), { shareId }, self);
    const run = bench.run({ accountId: demo.consumer });
    await up(run.driver("InvitationAcceptor"), { shareId }, urn("InvitationAcceptor", "renamed"));
    await run.driver("InvitationAcceptor").delete(made.id, made.state, { urn: self });
    expect(run.warnings()).toEqual([`share ${shareId} is not left: another resource of the program accepts it`]);
    expect(bench.simulator.grants()).toHaveLength(1);
  });
});
