import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../provider/kernel/errors.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness, type Runner } from "../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../support/resource-suite.ts";
import { aShare, permission } from "../../../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;
const self = urn("ShareAssociation");
const accepting = urn("InvitationAcceptor");
const external = { allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const consumer: Runner = { accountId: demo.consumer };
const hour = 3_600_000;
const live = (harness: Harness, shareId: string) =>
  [...(harness.simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ id, status }) => `${id} ${status}`).toSorted();
const receiver = (harness: Harness) => harness.run(consumer).driver("InvitationAcceptor");
const invitation = (harness: Harness) => [...harness.simulator.world.invitations.values()].at(-1)?.id ?? "";

describe("known problems of other providers", () => {
  it("refreshes an acceptor without a wait and a change after the invitation's record was purged", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, external);
    const made = await up(receiver(harness), { shareId }, accepting);
    harness.simulator.outOfBand.purgeInvitation(invitation(harness));
    const started = harness.clock.now();
    const read = await refresh(receiver(harness), made, accepting);
    expect(harness.clock.now() - started).toBeLessThan(200);
    expect(read && (await updateIfChanged(receiver(harness), read, { shareId }, accepting))).toBe(read);
  });

  it.each(["by the share", "by the invitation"])("recovers an acceptance %s whose answer was lost in the next run", async (by) => {
    const harness = createHarness();
    const shareId = await aShare(harness, external);
    harness.simulator.faults.add({ operation: "AcceptResourceShareInvitation", times: 9, fault: { kind: "lost" } });
    const inputs = by === "by the share" ? { shareId } : { invitationId: invitation(harness) };
    const first = receiver(harness);
    await first.create(checkedBy(first, inputs, accepting), { urn: accepting, timeoutMs: 1000 }).catch(() => undefined);
    harness.simulator.faults.clear();
    const made = await up(receiver(harness), inputs, accepting);
    expect(made.state).toMatchObject({
      status: "Accepted",
      shareId,
      sharedResources: [{ type: "VSwitch", id: "vsw-1", status: "Available" }],
    });
  });

  it("succeeds at once as an acceptor inside the directory, where there are no invitations", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: external.resources, targets: [demo.folders.apps] });
    const run = harness.run({ accountId: demo.member });
    const made = await up(run.driver("InvitationAcceptor"), { shareId }, accepting);
    expect(made.state).toMatchObject({ status: "Accepted", receiverAccountId: demo.member, senderAccountId: demo.owner });
    expect(made.state["invitationId"]).toBeUndefined();
    await run.driver("InvitationAcceptor").delete(made.id, made.state, { urn: accepting });
    expect(run.warnings()).toEqual([
      expect.stringMatching(/is not left: the resource directory shares it with this account without an invitation/),
    ]);
  });

  it.each<[string, (harness: Harness, shareId: string) => void]>([
    ["taken out by its owner", (harness, shareId) => harness.simulator.outOfBand.disassociate(shareId, demo.consumer)],
    ["deleted by its owner", (harness, shareId) => harness.simulator.outOfBand.deleteShare(shareId)],
  ])("destroys an acceptor when it was %s", async (_, change) => {
    const harness = createHarness();
    const shareId = await aShare(harness, external);
    const made = await up(receiver(harness), { shareId }, accepting);
    change(harness, shareId);
    await receiver(harness).delete(made.id, made.state, { urn: accepting });
    await harness.clock.sleep(1000);
    harness.simulator.advance(100 * hour);
    await receiver(harness).delete(made.id, made.state, { urn: accepting });
    expect(await refresh(receiver(harness), made, accepting)).toBeUndefined();
  });

  it("reports how to go on when a share cannot be left, or keeps it on request", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { ...external, resources: [{ type: "PublicIpAddressPool", id: "pippool-1" }] });
    const made = await up(receiver(harness), { shareId }, accepting);
    await expect(receiver(harness).delete(made.id, made.state, { urn: accepting })).rejects.toThrow(
      /leaveOnDelete: rs-000001 cannot be left: .*; set `leaveOnDelete: false` to remove only the resource/,
    );
    const run = harness.run(consumer);
    await run.driver("InvitationAcceptor").delete(made.id, { ...made.state, leaveOnDelete: false }, { urn: accepting });
    expect(run.warnings()[0]).toContain("is not left (leaveOnDelete: false)");
  });

  it("waits for an association in progress before it removes the entity", async () => {
    const harness = createHarness({ pace: { associate: 15_000 } });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const kept = await driver.create(checkedBy(driver, { shareId, targets: [demo.member] }, self), { urn: self, timeoutMs: 1000 });
    await driver.delete(kept.id, kept.state, { urn: self });
    expect(harness.simulator.calls.some(({ code }) => code === "DisassociateConflict")).toBe(true);
    expect(live(harness, shareId)).toEqual([]);
  });

  it("reports a failed association with entity, reason and description, and retries in spite of its record", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: external.resources });
    harness.simulator.outOfBand.planFailure(demo.member, { reason: "LimitExceeded", description: "too many switches" });
    const inputs = { shareId, targets: [demo.member, demo.network] };
    const driver = harness.run().driver("ShareAssociation");
    const kept = await driver.create(checkedBy(driver, inputs, self), { urn: self });
    expect(kept.failure?.message).toMatch(
      new RegExp(
        `1 of 2 not associated: target ${demo.member} is Failed: .*LimitExceeded \\(too many switches\\) for VSwitch vsw-1; remove the cause, or the entity from the program, and run \`pulumi up\` again`,
      ),
    );
    expect(kept.state["targets"]).toEqual([demo.network]);
    harness.simulator.outOfBand.planFailure(demo.member, undefined);
    await updateIfChanged(driver, kept, inputs, self);
    expect(live(harness, shareId)).toEqual([`${demo.network} Associated`, `${demo.member} Associated`, "vsw-1 Associated"].toSorted());
  });

  it("warns of a partial failure and names the entities", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: external.resources });
    harness.simulator.outOfBand.planFailure(demo.member, {
      reason: "ZonalResourceInaccessible",
      description: "not in its zone",
      partial: true,
    });
    const run = harness.run();
    await up(run.driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(run.warnings()).toEqual([
      expect.stringMatching(/is associated .*but not everywhere: ZonalResourceInaccessible \(not in its zone\) for VSwitch vsw-1/),
    ]);
  });

  it("continues with the same share in the next run after a timeout", async () => {
    const harness = createHarness({ pace: { associate: 30_000 } });
    const inputs = { name: "net", targets: [demo.member] };
    const first = harness.run().driver("ResourceShare");
    const kept = await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 5000 });
    expect(kept.failure?.message).toMatch(/target 1000000000000003 Associating at the last of \d+ polls\. It is kept/);
    const resumed = await updateIfChanged(harness.run().driver("ResourceShare"), kept, inputs, self);
    expect([resumed.id, ...harness.shares()]).toEqual([kept.id, kept.id]);
  });

  it("reads on after an empty first page with a token", async () => {
    const world = createHarness().simulator.save();
    const harness = createHarness({ world: { ...world, settings: { emptyFirstPage: true } } });
    const shareId = await aShare(harness, external);
    const made = await up(receiver(harness), { shareId }, accepting);
    expect(made.state["invitationId"]).toBe(invitation(harness));
    expect(await refresh(receiver(harness), made, accepting)).toBeDefined();
  });

  it("reports an out-of-band removal in a refresh and restores the entity", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const inputs = { shareId, targets: [demo.member, demo.network] };
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, inputs, self);
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    const seen = await refresh(driver, made, self);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toEqual([demo.network]);
    await updateIfChanged(driver, seen, inputs, self);
    expect(live(harness, shareId)).toHaveLength(2);
  });

  it("reports a clear error when two resources claim one association in parallel, and loses nothing", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const outcomes = await Promise.allSettled([
      driver.create({ shareId, targets: [demo.member] }, { urn: urn("ShareAssociation", "one") }),
      driver.create({ shareId, targets: [demo.member] }, { urn: urn("ShareAssociation", "two") }),
    ]);
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [String(outcome.reason)] : [outcome.value.failure?.message],
    );
    expect(failures.filter((failure) => failure !== undefined)).toEqual([
      expect.stringMatching(/target 1000000000000003 of rs-000001 is claimed by .*one and by .*two/),
    ]);
    expect(live(harness, shareId)).toEqual([`${demo.member} Associated`]);
  });

  it("replaces a permission in place by one of its type, without a gap in access", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: external.resources, targets: [demo.member] });
    const permitting = urn("SharePermission");
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, { shareId, permissionName: permission("VSwitch", "ReadOnly") }, permitting);
    const from = harness.calls().length;
    const changed = await updateIfChanged(driver, made, { shareId, permissionName: permission("VSwitch", "ReadWrite") }, permitting);
    expect(changed.id).toBe(made.id);
    expect(harness.writes(from)).toEqual(["AssociateResourceSharePermission"]);
    expect(harness.simulator.grants().map((grant) => grant.permission)).toEqual([permission("VSwitch", "ReadWrite")]);
  });

  it("reports a new version of a permission in its outputs, without a replacement", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: external.resources });
    const permitting = urn("SharePermission");
    const inputs = { shareId, permissionName: permission("VSwitch", "ReadOnly") };
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, inputs, permitting);
    expect(made.state).toMatchObject({ permissionVersion: "v1", defaultVersion: true });
    harness.simulator.outOfBand.newPermissionVersion(inputs.permissionName);
    const seen = await refresh(driver, made, permitting);
    expect(seen?.state).toMatchObject({ permissionVersion: "v1", defaultVersion: false });
    expect(driver.diff(made.id, seen?.state ?? {}, checkedBy(driver, inputs, permitting), { urn: permitting }).replaces).toEqual([]);
  });

  it("reports no change after an upgrade from a state without today's outputs", async () => {
    const harness = createHarness();
    const inputs = { name: "net", targets: [demo.member] };
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, inputs, self);
    const older = Object.fromEntries(
      Object.entries(made.state).filter(([name]) => !["accountId", "regionId", "creating", "updateTime", "owner"].includes(name)),
    );
    const difference = harness
      .run()
      .driver("ResourceShare")
      .diff(made.id, older, checkedBy(driver, inputs, self), { urn: self });
    expect(difference).toEqual({ changed: [], replaces: [], needsReconcile: false });
    expect(await refresh(harness.run().driver("ResourceShare"), { ...made, state: older }, self)).toBeDefined();
  });

  it("waits for a share that becomes visible a while after the acceptance", async () => {
    const harness = createHarness({ pace: { accept: 8000 } });
    const shareId = await aShare(harness, external);
    const run = harness.run(consumer);
    const made = await up(run.driver("InvitationAcceptor"), { shareId }, accepting);
    expect(made.state["status"]).toBe("Accepted");
    expect(run.logs.some(({ message }) => message.includes("accepted, not visible yet"))).toBe(true);
  });

  it.each(["ListResourceShareInvitations", "ListResourceShares"])(
    "reports a denied %s as denied, never as a missing invitation",
    async (operation) => {
      const harness = createHarness();
      const shareId = await aShare(harness, external);
      harness.simulator.faults.add({
        operation,
        account: demo.consumer,
        times: 99,
        fault: { kind: "error", status: 403, code: "NoPermission" },
      });
      const started = harness.clock.now();
      const denied = up(receiver(harness), { shareId }, accepting);
      await expect(denied).rejects.toThrow(ApiError);
      await expect(denied).rejects.toThrow(/NoPermission/);
      expect(harness.clock.now() - started).toBeLessThan(2000);
    },
  );

  it.each<[string, (harness: Harness, shareId: string) => void, RegExp]>([
    [
      "the share is deleted",
      (harness, shareId) => harness.simulator.outOfBand.deleteShare(shareId),
      /is Disassociat\w+: it, or the whole share, was removed meanwhile/,
    ],
    [
      "the target is taken out",
      (harness, shareId) => harness.simulator.outOfBand.disassociate(shareId, demo.member),
      /target 1000000000000003 is Disassociat\w+: it, or the whole share, was removed meanwhile/,
    ],
    [
      "the share is purged",
      (harness, shareId) => harness.simulator.outOfBand.purge(shareId),
      /is not listed any more: it, or the whole share, was removed meanwhile/,
    ],
  ])("ends a wait at once, with the reason, when %s", async (_, change, reason) => {
    const harness = createHarness({ pace: { associate: { reads: 1_000_000 } } });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const started = harness.clock.now();
    const waiting = up(driver, { shareId, targets: [demo.member] }, self);
    const changing = harness.clock.sleep(20_000).then(() => change(harness, shareId));
    await expect(waiting).rejects.toThrow(reason);
    await changing;
    expect(harness.clock.now() - started).toBeLessThan(32_000);
  });
});
