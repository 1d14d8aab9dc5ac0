import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { checkedBy, updateIfChanged, up, urn } from "../../support/resource-suite.ts";
import { aShare, permission } from "../../support/resource-scenarios.ts";
import { entitiesIn, permissionsIn } from "../../support/share-content.ts";

type Harness = ReturnType<typeof createHarness>;
const behindMs = 4000;
const self = urn("ShareAssociation");

/** Makes all reads of a service lag by some seconds. */
function delayReads(harness: Harness, ms = behindMs): void {
  harness.simulator.faults.add({ times: 1_000_000, fault: { kind: "stale", ms } });
}

const vsw = { resources: [{ type: "VSwitch", id: "vsw-1" }] };

describe("lists that are some seconds behind", () => {
  it.each<[string, Values]>([
    ["of one entity", { targets: [demo.member] }],
    ["of several entities", { targets: [demo.member, demo.network], ...vsw }],
  ])("removes associations although an answer was lost and lists lag: %s", async (_, lists) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const made = await up(harness.run().driver("ShareAssociation"), { shareId, ...lists }, self);
    await harness.clock.sleep(10_000);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: { kind: "lost" } });
    delayReads(harness);
    await harness.run().driver("ShareAssociation").delete(made.id, made.state, { urn: self });
    expect(harness.simulator.calls.map(({ code }) => code)).toContain("DisassociateInvalid");
    expect(entitiesIn(harness, shareId)).toEqual([]);
  });

  it("removes only its own entities although lists lag", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.sandbox] });
    const made = await up(harness.run().driver("ShareAssociation"), { shareId, targets: [demo.member, demo.network] }, self);
    await harness.clock.sleep(10_000);
    delayReads(harness);
    const other = urn("ShareAssociation", "other");
    const first = harness.run().driver("ShareAssociation");
    const theirs = { ...made, state: { ...made.state, targets: [demo.member] } };
    await Promise.all([
      first.delete(made.id, theirs.state, { urn: other }),
      harness.run().driver("ShareAssociation").delete(made.id, made.state, { urn: self }),
    ]);
    expect(entitiesIn(harness, shareId)).toEqual([demo.sandbox]);
  });

  it("does not mistake an old end of an association for that of a new one, also without times in records", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    await harness.clock.sleep(10_000);
    delayReads(harness);
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      return { ...answer, body: answer.body.replace(/,"(Create|Update)Time":"[^"]*"/g, "") };
    };
    await up(harness.run({ transport }).driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member]);
  });

  it("removes a share that a first call did not find", async () => {
    const harness = createHarness();
    delayReads(harness);
    const made = await up(harness.run().driver("ResourceShare"), { name: "net" }, urn("ResourceShare"));
    const hidden: Transport = async (request, signal) => {
      const isEarly = harness.clock.now() < until && request.headers["x-acs-action"] === "ListResourceShares";
      const answer = await harness.simulator.transport(request, signal);
      return isEarly ? { ...answer, body: answer.body.replace(/"ResourceShares":\[.*\]/s, '"ResourceShares":[]') } : answer;
    };
    const until = harness.clock.now() + behindMs;
    harness.simulator.faults.add({
      operation: "DeleteResourceShare",
      fault: { kind: "error", status: 404, code: "EntityNotExists.ResourceShare" },
    });
    await harness
      .run({ transport: hidden })
      .driver("ResourceShare")
      .delete(made.id, made.state, { urn: urn("ResourceShare") });
    expect(harness.shares()).toEqual([]);
  });

  it("rejects a second permission of one type although lists do not show the first yet", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await harness.clock.sleep(10_000);
    delayReads(harness);
    const run = harness.run();
    const [first, second] = (["ReadOnly", "ReadWrite"] as const).map((name) => ({ shareId, permissionName: permission("VSwitch", name) }));
    if (first === undefined || second === undefined) throw new Error("no permissions");
    const driver = run.driver("SharePermission");
    const outcomes = Promise.allSettled([
      up(driver, first, urn("SharePermission", "first")),
      up(driver, second, urn("SharePermission", "second")),
    ]);
    expect((await outcomes).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(permissionsIn(harness, shareId)).toEqual([first.permissionName]);
  });

  const additions: [Token, Values, string][] = [
    ["ShareAssociation", { targets: [demo.member] }, "AssociateResourceShare"],
    ["SharePermission", { permissionName: permission("VSwitch", "ReadOnly") }, "AssociateResourceSharePermission"],
    ["ShareTags", { tags: { a: "1" } }, "TagResources"],
  ];

  it.each(additions)("reports no %s of another process as gone although lists lag", async (token, inputs) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await harness.clock.sleep(10_000);
    delayReads(harness, 4_500);
    const made = await up(harness.run().driver(token), { shareId, ...inputs }, urn(token));
    const found = await harness
      .run()
      .driver(token)
      .read(made.id, made.state, { urn: urn(token) });
    expect(found?.id).toBe(made.id);
  });

  it.each(additions)("keeps the id of a %s whose last answer was lost although lists lag", async (token, inputs, operation) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await harness.clock.sleep(10_000);
    harness.simulator.faults.add({ operation, times: 99, fault: { kind: "lost" } });
    delayReads(harness, 4_500);
    const driver = harness.run().driver(token);
    const made = await driver.create(checkedBy(driver, { shareId, ...inputs }, urn(token)), { urn: urn(token), timeoutMs: 1_000 });
    expect(made.state).toMatchObject(inputs);
  });

  it("keeps what an update has added in the state when it times out and lists lag", async () => {
    const harness = createHarness({ pace: { associate: 60_000 } });
    const shareId = await aShare(harness);
    const first = { shareId, targets: [demo.member] };
    const made = await up(harness.run().driver("ShareAssociation"), first, self);
    delayReads(harness, 4_500);
    const driver = harness.run().driver("ShareAssociation");
    const wanted = checkedBy(driver, { shareId, targets: [demo.member, demo.network] }, self);
    const outcome = await driver.update(made.id, made.state, wanted, { urn: self, timeoutMs: 2_000 });
    expect(outcome.failure).toBeDefined();
    // The order counts as no difference.
    expect(new Set(outcome.state["targets"] as string[])).toEqual(new Set(wanted["targets"] as string[]));
  });

  it.each<[Token, Values, Values]>([
    [
      "ShareAssociation",
      { ...vsw, targets: [demo.member] },
      { targets: [demo.network], permissionNames: [permission("Image", "ReadOnly")] },
    ],
    ["SharePermission", { permissionName: permission("VSwitch", "ReadOnly") }, { permissionName: permission("Image", "ReadOnly") }],
    ["ShareTags", { tags: { a: "1", b: "1" } }, { tags: { a: "2", c: "1" } }],
  ])("creates, changes and deletes a %s without a pause although lists lag", async (token, first, second) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await harness.clock.sleep(10_000);
    const driver = () => harness.run().driver(token);
    delayReads(harness);
    const made = await up(driver(), { shareId, ...first }, urn(token));
    const changed = await updateIfChanged(driver(), made, { shareId, ...second }, urn(token));
    expect(changed.state).toMatchObject(second);
    await driver().delete(changed.id, changed.state, { urn: urn(token) });
    expect(entitiesIn(harness, shareId)).toEqual([]);
    const { permissions = new Map(), tags = new Map() } = harness.simulator.world.shares.get(shareId) ?? {};
    // A default that came with the resources stays (assumption S-permission-stays).
    expect([permissions.has("Image"), [...tags.keys()]]).toEqual([false, []]);
  });

  it("attaches a permission that the same replacement has detached although lists still show it", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, vsw);
    const wanted = { shareId, permissionName: permission("VSwitch", "ReadOnly") };
    const made = await up(harness.run().driver("SharePermission"), wanted, urn("SharePermission"));
    await harness.clock.sleep(10_000);
    delayReads(harness);
    const driver = harness.run().driver("SharePermission");
    await driver.delete(made.id, made.state, { urn: urn("SharePermission") });
    await up(driver, wanted, urn("SharePermission"));
    expect(permissionsIn(harness, shareId)).toEqual([wanted.permissionName]);
  });

  it("detaches the permission that a change leaves although lists do not show it yet", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("SharePermission");
    await harness.clock.sleep(10_000);
    const operation = "ListResourceSharePermissions";
    // Any list after the one that shows the new permission is older than the change.
    harness.simulator.faults.add({ operation, nth: 7, times: 1_000_000, fault: { kind: "stale", ms: behindMs } });
    const made = await up(driver, { shareId, permissionName: permission("VSwitch", "ReadOnly") }, urn("SharePermission"));
    const after = permission("Image", "ReadOnly");
    await updateIfChanged(driver, made, { shareId, permissionName: after }, urn("SharePermission"));
    expect(permissionsIn(harness, shareId)).toEqual([after]);
  });

  it("records the invitation that it has accepted although the next list does not show it", async () => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "ListResourceShareInvitations", nth: 2, fault: { kind: "stale", ms: behindMs } });
    const shareId = await aShare(harness, { ...vsw, allowExternalTargets: true, targets: [demo.consumer] });
    const [invitationId] = harness.simulator.world.invitations.keys();
    const driver = harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
    expect((await up(driver, { shareId }, urn("InvitationAcceptor"))).state).toMatchObject({ invitationId });
  });
});
