import { expect, test } from "vitest";
import { UnsettledError, WaitError } from "../../../../../provider/kernel/errors.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { answering, denied, keepsHistory, openResource } from "../../../../support/resource-fixture.ts";
import { aShare, invitation } from "../../../../support/resource-scenarios.ts";

const runner = { accountId: demo.consumer };
const inviteAgain = "run `pulumi refresh` and `pulumi up` for the owner of the share, which invites this account again";

async function open({ share = invitation, ...settings }: Parameters<typeof openResource>[1] = {}) {
  const fixture = await openResource("InvitationAcceptor", { share, runner, ...settings });
  const newest = () => [...fixture.simulator.world.invitations.values()].at(-1)?.id ?? "";
  return { ...fixture, newest, invite: () => fixture.outOfBand.associate(fixture.shareId, { targets: [demo.consumer] }) };
}

test.each([{ shareId: "rs-000001" }, { invitationId: "i-000001" }])(
  "waits in an InvitationAcceptor for an invitation that comes later: %o",
  async (inputs) => {
    const { up, clock, ...harness } = await openResource("InvitationAcceptor", { runner });
    const made = up(inputs);
    await clock.sleep(50_000);
    await aShare({ ...harness, clock }, invitation);
    expect((await made).state["status"]).toBe("Accepted");
  },
);

test.each([
  [{ shareId: "rs-999999" }, 600_000, "share rs-999999", "within 6"],
  [{ shareId: undefined, invitationId: "i-never" }, 600_000, "invitation i-never", "within 6"],
  [{ shareId: undefined, invitationId: "i-never" }, 30_000, "invitation i-never", "within 30 s"],
  [{}, 8_000, "share rs-000001", "within 8 s"],
])(
  "reports after a minute, or at an earlier deadline, which share was never offered and to whom: %j in %i ms",
  async (inputs, ms, subject, time) => {
    const { create, clock } = await open({ share: {} });
    const started = clock.now();
    const refused = create(inputs, ms);
    await expect(refused).rejects.toThrow(WaitError);
    await expect(refused).rejects.toThrow(`${subject} was not offered to account ${demo.consumer}: no invitation arrived ${time}`);
    await expect(refused).rejects.toThrow(
      subject.startsWith("share")
        ? /nothing was accepted; check the id, `account` and `region`, or ask the owner of the share to list/
        : /nothing was accepted; check `invitationId`, `account` and `region`; the function listResourceShareInvitations returns/,
    );
    expect(clock.now() - started).toBeLessThan(75_000);
  },
);

test("makes an InvitationAcceptor of the share's owner fail within seconds, because the owner is never invited", async () => {
  const { again, clock, shareId } = await open();
  const started = clock.now();
  const { up, read } = again({ accountId: demo.owner });
  for (const refused of [() => up(), () => up({ adopt: shareId }), () => read(shareId)]) {
    await expect(refused()).rejects.toThrow(
      `share ${shareId} belongs to account ${demo.owner} itself, which is never invited: name the account that is invited`,
    );
  }
  expect(clock.now() - started).toBeLessThan(15_000);
});

test.each([
  [
    "an invited account",
    demo.consumer,
    invitation,
    "; the invitation is accepted all the same, and after that change this resource manages it",
  ],
  ["a member of the directory", demo.member, { targets: [demo.member] }, ""],
])(
  "makes an InvitationAcceptor of %s in the wrong region fail within seconds with the right region, and keeps no state",
  async (_who, accountId, share, accepted) => {
    const { again, clock, shareId } = await open({ share });
    const started = clock.now();
    await expect(again({ accountId, region: "cn-shanghai" }).create()).rejects.toThrow(
      `share ${shareId} is in region cn-hangzhou, not in cn-shanghai: set the region of this resource to cn-hangzhou, by the argument \`region\` or the provider's configuration${accepted}`,
    );
    expect(clock.now() - started).toBeLessThan(15_000);
    expect((await again({ accountId, region: "cn-hangzhou" }).up()).state).toMatchObject({ status: "Accepted", regionId: "cn-hangzhou" });
  },
);

test.each([
  ["Rejected", "reject", "it was rejected"],
  ["Expired", "expire", "it was open for seven days"],
  ["Cancelled", "cancel", "the sender has withdrawn it"],
] as const)(
  "fails an InvitationAcceptor within ten seconds when the invitation is %s, and reports how to invite again",
  async (status, how, reason) => {
    const { up, outOfBand, clock, newest, shareId } = await open();
    if (how === "cancel") outOfBand.disassociate(shareId, demo.consumer);
    else outOfBand.answerInvitation(newest(), how);
    await clock.sleep(1000);
    const started = clock.now();
    await expect(up()).rejects.toThrow(`is ${status}: ${reason}; ${inviteAgain}`);
    expect(clock.now() - started).toBeLessThan(10_000);
  },
);

test.each(["reject", "expire"] as const)("accepts a new invitation that lists do not show yet beside one before (%s)", async (how) => {
  const { up, again, outOfBand, simulator, clock, faults } = await openResource("ResourceShare");
  faults.add(keepsHistory);
  const inputs = { name: "theirs", ...invitation };
  const { id: shareId, ...made } = await up(inputs);
  outOfBand.answerInvitation([...simulator.world.invitations.keys()].at(-1) ?? "", how);
  await clock.sleep(60_000);
  const seen = await again().refresh({ id: shareId, ...made });
  faults.add({ operation: "ListResourceShareInvitations", times: 99, fault: { kind: "stale", ms: 3_000 } });
  if (seen) await again().update(seen, inputs);
  const accepted = await again(runner).as("accept", "InvitationAcceptor").up({ shareId });
  expect(accepted.state["status"]).toBe("Accepted");
});

test.each(["shareId", "invitationId"])("accepts the newest invitation, beside one that was rejected before, by its %s", async (by) => {
  const { up, outOfBand, clock, invite, newest } = await open();
  outOfBand.answerInvitation(newest(), "reject");
  await clock.sleep(1000);
  invite();
  const made = await up(by === "shareId" ? {} : { shareId: undefined, invitationId: newest() });
  expect(made.state["invitationId"]).toBe(newest());
});

test("accepts the invitation of `invitationId` only, not a newer one of the share", async () => {
  const { up, outOfBand, clock, invite, newest, writes } = await open();
  const given = newest();
  outOfBand.answerInvitation(given, "reject");
  await clock.sleep(1000);
  invite();
  await expect(up({ shareId: undefined, invitationId: given })).rejects.toThrow(`invitation ${given} is Rejected`);
  expect(writes()).not.toContain("AcceptResourceShareInvitation");
});

test("creates no InvitationAcceptor when the acceptance is refused, and reports the refusal", async () => {
  const { create, faults } = await open();
  faults.add({ operation: "AcceptResourceShareInvitation", fault: denied });
  await expect(create()).rejects.toThrow(/NoPermission/);
});

test("creates an InvitationAcceptor when the service reports that the invitation has been accepted already", async () => {
  const { up, faults } = await open({ pace: { accept: 2000 } });
  const fault = { kind: "error", status: 409, code: "InvitationStatus.AlreadyAccepted", executed: true } as const;
  faults.add({ operation: "AcceptResourceShareInvitation", fault });
  expect((await up()).state["status"]).toBe("Accepted");
});

test.each(["left it", "was removed by its owner"])(
  "fails an InvitationAcceptor within 70 s when the invitation is Accepted and the account %s",
  async (how) => {
    const { up, again, remove, outOfBand, clock, shareId, newest } = await open({ pace: { disassociate: 100 } });
    const made = await up();
    if (how === "left it") await remove(made);
    else outOfBand.disassociate(shareId, demo.consumer);
    await clock.sleep(1000);
    for (const inputs of [{}, { shareId: undefined, invitationId: newest() }]) {
      const started = clock.now();
      const refused = again().up(inputs);
      await expect(refused).rejects.toThrow(WaitError);
      await expect(refused).rejects.toThrow(
        `this account has left it, its owner removed it, or the acceptance still runs; if the owner still lists this account, ${inviteAgain}; otherwise remove the InvitationAcceptor`,
      );
      expect(clock.now() - started).toBeGreaterThanOrEqual(60_000);
      expect(clock.now() - started).toBeLessThan(70_000);
    }
  },
);

test("accepts the new invitation that comes a moment after the account left the share", async () => {
  const { up, again, remove, clock, invite } = await open({ pace: { disassociate: 100 } });
  const made = await up();
  await remove(made);
  const next = again().up();
  await clock.sleep(2000);
  invite();
  expect((await next).state["invitationId"]).not.toBe(made.state["invitationId"]);
});

test("waits until its deadline for a share whose invitation the InvitationAcceptor has accepted itself", async () => {
  const { up, clock } = await open({ pace: { accept: { reads: 1_000_000_000 } } });
  const started = clock.now();
  await expect(up()).rejects.toThrow(UnsettledError);
  expect(clock.now() - started).toBeGreaterThanOrEqual(600_000);
});

test.each(["an earlier run", "another process"])("waits for a share whose acceptance %s has begun", async (who) => {
  const { create, up, again, clock } = await open({ pace: { accept: 20_000 } });
  const first = who === "an earlier run" ? create({}, 3_000) : up();
  await Promise.race([first.catch(() => undefined), clock.sleep(4_000)]);
  expect((await again().up()).state["status"]).toBe("Accepted");
  await first.catch(() => undefined);
});

test("waits for a share until its deadline when its accepted invitation is not listed any more", async () => {
  const { up, clock, outOfBand, newest } = await open({ pace: { accept: { reads: 1_000_000_000 } } });
  const accepting = up();
  await clock.sleep(30_000);
  outOfBand.purgeInvitation(newest());
  await expect(accepting).rejects.toThrow(UnsettledError);
});

test("waits for a share that becomes visible after the acceptance, also after polls without an answer", async () => {
  const { up, faults, logs } = await open({ pace: { accept: 10_000 } });
  faults.add({ operation: "ListResourceShares", account: demo.consumer, times: 8, fault: { kind: "dropped" } });
  expect((await up()).state["status"]).toBe("Accepted");
  expect(logs.some(({ message }) => message.includes("accepted, not visible yet"))).toBe(true);
});

test("reports that no InvitationAcceptor was created when it could not read the given invitation", async () => {
  const { create, faults } = await openResource("InvitationAcceptor", { runner, timeoutMs: 10_000 });
  faults.add({ operation: "ListResourceShareInvitations", times: 1000, fault: { kind: "dropped" } });
  await expect(create({ invitationId: "i-000001" })).rejects.toThrow(
    /^invitation i-000001: .*nothing was created; no answer \(.*at the last poll$/,
  );
});

test("accepts an invitation again whose acceptance has failed before", async () => {
  const { again, simulator } = await open();
  const failed = (body: string) => body.replace('"Status":"Pending"', '"Status":"AcceptFailed"');
  const { up } = again({ ...runner, transport: answering(simulator.transport, failed) });
  expect((await up()).state["status"]).toBe("Accepted");
});

test("creates an InvitationAcceptor when a failed acceptance is repeated and the answer to the repetition is lost", async () => {
  const { again, simulator, faults } = await open();
  const failed = (body: string) => body.replace('"Status":"Pending"', '"Status":"AcceptFailed"');
  const { up } = again({ ...runner, transport: answering(simulator.transport, failed) });
  faults.add({ operation: "AcceptResourceShareInvitation", times: 1, fault: { kind: "lost" } });
  expect((await up()).state["status"]).toBe("Accepted");
});

test("reports what helps when a failed acceptance cannot be repeated, and accepts after that", async () => {
  const { again, outOfBand, clock } = await openResource("InvitationAcceptor");
  const share = { name: "theirs", ...invitation };
  const { id: shareId, ...made } = await again().as("theirs", "ResourceShare").up(share);
  const accept = () => again(runner).up({ shareId });
  outOfBand.planFailure("vsw-1", { on: "Accept", reason: "LimitExceeded", description: "too many" });
  const refused = accept();
  await expect(refused).rejects.toThrow(WaitError);
  await expect(refused).rejects.toThrow(
    /is AcceptFailed: it was accepted.*; LimitExceeded \(too many\) for VSwitch vsw-1; remove the cause and run `pulumi up` again/,
  );
  outOfBand.planFailure("vsw-1", undefined);
  await expect(accept()).rejects.toThrow(inviteAgain);
  await clock.sleep(1000);
  const owner = again().as("theirs", "ResourceShare");
  const seen = await owner.refresh({ id: shareId, ...made });
  if (seen) await owner.update(seen, share);
  expect((await accept()).state["status"]).toBe("Accepted");
});

test("waits for the share of an accepted invitation whose answers were all lost", async () => {
  const { up, faults } = await open({ pace: { accept: 20_000 } });
  faults.add({ operation: "AcceptResourceShareInvitation", times: 99, fault: { kind: "lost" } });
  expect((await up()).state["status"]).toBe("Accepted");
});
