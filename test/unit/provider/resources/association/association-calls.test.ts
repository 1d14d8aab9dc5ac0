import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../../provider/kernel/errors.ts";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Fault } from "../../../../../simulator/gateway/faults.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare, permission, portfolio } from "../../../../support/resource-scenarios.ts";
import { entitiesIn } from "../../../../support/share-content.ts";

const self = urn("ShareAssociation");
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);
const switches = (...ids: string[]) => ids.map((id) => ({ type: "VSwitch", id }));
const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
const window = (endAtTime: string) => ({ timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime, timezone: "UTC+8" } });
const associations = (harness: ReturnType<typeof createHarness>) =>
  harness.simulator.calls
    .filter(({ operation }) => operation === "AssociateResourceShare")
    .map(({ parameters }) => Object.keys(parameters).filter((name) => name.startsWith("Resource") && name !== "ResourceShareId"));

describe("entities of a share", () => {
  it("associates five and five a call, and polls one list for all waiting resources", async () => {
    const harness = createHarness();
    const made = await up(
      harness.run().driver("ResourceShare"),
      { name: "fifty", allowExternalTargets: true, resources: switches(...many(50, "vsw-")), targets: many(50, "500000000000") },
      urn("ResourceShare"),
    );
    expect(made.state["status"]).toBe("Pending");
    expect(harness.calls().length).toBeLessThanOrEqual(20);
    expect(harness.simulator.calls.filter(({ code }) => code?.startsWith("Throttling"))).toEqual([]);
    expect(harness.simulator.grants()).toHaveLength(2500);
  });

  it("makes separate calls for entities by id and by ARN", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    await up(
      harness.run().driver("ShareAssociation"),
      { shareId, resources: switches("vsw-1"), resourceArns: [portfolio("port-1")] },
      self,
    );
    expect(associations(harness).toSorted()).toEqual([["ResourceArns"], ["Resources"]]);
    expect(entitiesIn(harness, shareId)).toEqual(["port-1", "vsw-1"]);
  });

  it("adopts entities that are in the share already, with a warning that names them", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    const run = harness.run();
    await up(run.driver("ShareAssociation"), { shareId, targets: [demo.member, demo.network] }, self);
    expect(run.warnings()).toEqual([`target ${demo.member}: already in ${shareId}: adopted`]);
  });

  it("warns of no adoption for new entities, even when the answer was lost", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    harness.simulator.faults.add({ operation: "AssociateResourceShare", fault: { kind: "lost" } });
    const run = harness.run();
    await up(run.driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(run.warnings()).toEqual([]);
    expect(harness.writes().filter((operation) => operation === "AssociateResourceShare")).toHaveLength(1);
  });

  it.each([["lost"], ["garbage"], ["truncated"]] as const)("associates entities once when an answer is %s", async (kind) => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    harness.simulator.faults.add({ operation: "AssociateResourceShare", times: 2, fault: { kind } });
    const inputs = { shareId, targets: [demo.folders.apps, { id: demo.member }], resources: switches("vsw-1") };
    const made = await up(harness.run().driver("ShareAssociation"), inputs, self);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member, demo.folders.apps, "vsw-1"].toSorted());
    expect(made.state["associations"]).toHaveLength(3);
  });

  it("keeps the entities of other batches when the service refuses one, and the failure names it", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const targets = [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core, "fd-unknown"];
    const driver = harness.run().driver("ShareAssociation");
    const kept = await driver.create(checkedBy(driver, { shareId, targets }, self), { urn: self });
    // The service's own refusal, without entities that were never in progress.
    expect(kept.failure).toBeInstanceOf(ApiError);
    expect(kept.failure?.message).toMatch(/InvalidTarget.*fd-unknown/);
    expect(kept.failure?.message).not.toContain("not associated");
    expect(kept.state["targets"]).toHaveLength(5);
    expect(driver.diff(kept.id, kept.state, checkedBy(driver, { shareId, targets }, self), { urn: self }).changed).toEqual(["targets"]);
    const resumed = await updateIfChanged(driver, kept, { shareId, targets: targets.slice(0, 5) }, self);
    expect(entitiesIn(harness, shareId)).toEqual(targets.slice(0, 5).toSorted());
    await driver.delete(resumed.id, resumed.state, { urn: self });
    expect(entitiesIn(harness, shareId)).toEqual([]);
  });

  it.each<[string, Values, Values]>([
    ["a target's property", serviceUntil("18:00"), serviceUntil("20:00")],
    ["a target's property added", { targets: [demo.service] }, serviceUntil("20:00")],
    ["a target's property taken away", serviceUntil("18:00"), { targets: [demo.service] }],
    [
      "a resource's property",
      { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
      { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: false } }] },
    ],
    [
      "a resource's property taken away",
      { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
      { resourceArns: [portfolio("port-1")] },
    ],
    [
      "the property of a resource that is named by id",
      { ...byId, resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
      { ...byId, resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: false } }] },
    ],
    [
      "the property of a resource that is named by id taken away",
      { ...byId, resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
      byId,
    ],
    ["the form of a resource's name, from id to ARN", byId, { resourceArns: [portfolio("port-1")] }],
    ["the form of a resource's name, from ARN to id", { resourceArns: [portfolio("port-1")] }, byId],
  ])("changes entities in place: %s", async (_, before, after) => {
    const harness = createHarness();
    const shareId = await aShare(harness, { allowExternalTargets: true });
    const run = harness.run();
    const driver = run.driver("ShareAssociation");
    const made = await up(driver, { shareId, ...before }, self);
    const changed = await updateIfChanged(driver, made, { shareId, ...after }, self);
    expect(changed.id).toBe(made.id);
    expect(run.warnings().filter((warning) => warning.includes("adopted"))).toEqual([]);
    expect(entitiesIn(harness, shareId)).toHaveLength(1);
    const live = [...(harness.simulator.world.shares.get(shareId)?.live.values() ?? [])];
    expect(live.map(({ property }) => property && (JSON.parse(property) as unknown))).toEqual([propertyIn(after)]);
    const read = await refresh(driver, changed, self);
    expect(read && (await updateIfChanged(driver, read, { shareId, ...after }, self))).toBe(read);
  });

  it("needs no property to be listed as an object, and treats an empty one as none", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { allowExternalTargets: true });
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [{ id: demo.service, property: {} }, { id: demo.member }, demo.member] }, self);
    expect(made.state["targets"]).toEqual([demo.member, demo.service]);
    expect(await updateIfChanged(driver, made, { shareId, targets: [demo.service, demo.member] }, self)).toBe(made);
  });

  it("waits for associations in progress, whichever conflict the service returns", async () => {
    const harness = createHarness({ pace: { disassociate: 3000, associate: 2000 } });
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    const run = harness.run();
    const driver = run.driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    expect(harness.simulator.calls.filter(({ code }) => code === "AssociateConflict").length).toBeGreaterThan(0);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member]);
    harness.simulator.outOfBand.associate(shareId, { targets: [demo.network] });
    await driver.delete(made.id, { ...made.state, targets: [demo.member, demo.network] }, { urn: self });
    expect(harness.simulator.calls.filter(({ code }) => code === "DisassociateConflict").length).toBeGreaterThan(0);
    expect(entitiesIn(harness, shareId)).toEqual([]);
    const rows = run.logs.map(({ message }) => message).join("\n");
    expect(rows).toMatch(/^\d+ s of 600 s: waiting because of AssociateConflict .*, associating with rs-/m);
    expect(rows).toMatch(/^\d+ s of 600 s: waiting because of DisassociateConflict .*, disassociating from rs-/m);
  });

  const unanswered = { kind: "error", status: 500, code: "InternalError" } as const;
  it.each<[string, Values, Values, Fault, number]>([
    ["whose property was changed", serviceUntil("18:00"), serviceUntil("20:00"), { kind: "lost" }, 1],
    ["whose property was not changed", serviceUntil("18:00"), serviceUntil("20:00"), unanswered, 2],
    ["of which some were there before", { targets: [demo.member] }, { targets: [demo.network, demo.member] }, unanswered, 2],
    ["that have come", {}, { ...serviceUntil("18:00"), resources: switches("vsw-1") }, { kind: "lost" }, 1],
  ])("repeats %s after a lost answer only if needed", async (_, before, after, fault, asked) => {
    const harness = createHarness();
    const shareId = await aShare(harness, { allowExternalTargets: true, ...before });
    harness.simulator.faults.add({ operation: "AssociateResourceShare", fault });
    const from = harness.calls().length;
    await up(harness.run().driver("ShareAssociation"), { shareId, ...after }, self);
    expect(harness.writes(from).filter((operation) => operation === "AssociateResourceShare")).toHaveLength(asked);
    const read = await harness
      .run()
      .driver("ShareAssociation")
      .read(shareId, { shareId, ...after }, { urn: self });
    expect(read?.state).toMatchObject(after);
  });

  it("names the entities beyond the quota in the failure and keeps the earlier ones", async () => {
    const world = bareWorld();
    const harness = createHarness({
      world: { ...world, settings: { quotas: { shares: 10, sharedResources: 5, pendingInvitations: 10 } } },
    });
    const shareId = await aShare(harness);
    const refused = up(harness.run().driver("ShareAssociation"), { shareId, resources: switches(...many(7, "vsw-")) }, self);
    await expect(refused).rejects.toThrow(/QuotaExceeded.*not associated: resource VSwitch vsw-0005, resource VSwitch vsw-0006/);
    expect(entitiesIn(harness, shareId)).toEqual(many(5, "vsw-"));
  });

  it("removes the remaining entities although one is gone and the service refuses them together", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member, demo.network], resources: switches("vsw-1") }, self);
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    await harness.clock.sleep(1000);
    await driver.delete(made.id, made.state, { urn: self });
    expect(harness.simulator.calls.map(({ code }) => code)).toContain("DisassociateInvalid");
    expect(entitiesIn(harness, shareId)).toEqual([]);
  });

  it("reports the refusal when the service does not remove entities that exist", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    const refusal = { kind: "error", status: 400, code: "DisassociateInvalid" } as const;
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", times: 5, fault: refusal });
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(/DisassociateInvalid/);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member]);
  });

  it("attaches permissions before entities of the same resource come and detaches them after these have gone", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const attached = () => [...(harness.simulator.world.shares.get(shareId)?.permissions.values() ?? [])].map(({ name }) => name);
    const first = { shareId, resources: switches("vsw-1"), permissionNames: [permission("VSwitch", "ReadOnly")] };
    const made = await up(driver, first, self);
    expect(attached()).toEqual(first.permissionNames);
    const second = {
      shareId,
      resources: [{ type: "Image", id: "m-1" }],
      permissionNames: [permission("Image", "ReadOnly")],
    };
    const from = harness.calls().length;
    await updateIfChanged(driver, made, second, self);
    expect(harness.writes(from)).toEqual([
      "DisassociateResourceShare",
      "AssociateResourceSharePermission",
      "DisassociateResourceSharePermission",
      "AssociateResourceShare",
    ]);
    expect(attached()).toEqual(second.permissionNames);
  });

  it.each(["oldest", "newest"] as const)("reads an entity's newest record when lists return %s first", async (listOrder) => {
    const harness = createHarness({ world: { ...bareWorld(), settings: { listOrder } } });
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    await harness.clock.sleep(1000);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    expect(await refresh(driver, made, self)).toBeDefined();
    expect([...(harness.simulator.world.shares.get(shareId)?.associations ?? [])]).toHaveLength(2);
    await driver.delete(made.id, made.state, { urn: self });
    expect(await refresh(driver, made, self)).toBeUndefined();
  });

  it("finds entities although the first page is empty and has a token", async () => {
    const harness = createHarness({ world: { ...bareWorld(), settings: { emptyFirstPage: true } } });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    expect((await refresh(driver, made, self))?.state["targets"]).toEqual([demo.member]);
  });

  it("treats entities of several calls as gone when their share is", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, resources: switches("vsw-1"), resourceArns: [portfolio("port-1")] }, self);
    harness.simulator.outOfBand.deleteShare(shareId);
    await harness.clock.sleep(1000);
    await expect(driver.delete(made.id, made.state, { urn: self })).resolves.toBeUndefined();
  });

  it("waits for removals of an earlier run, so that no wider permission replaces theirs", async () => {
    const harness = createHarness({ pace: { disassociate: 4000 } });
    const shareId = await aShare(harness);
    const permissionNames = [permission("VSwitch", "ReadOnly")];
    const made = await up(harness.run().driver("ShareAssociation"), { shareId, resources: switches("vsw-1"), permissionNames }, self);
    harness.simulator.outOfBand.disassociate(shareId, "vsw-1");
    const run = harness.run();
    await run.driver("ShareAssociation").delete(made.id, made.state, { urn: self });
    expect([...(harness.simulator.world.shares.get(shareId)?.permissions.values() ?? [])]).toEqual([]);
    expect(run.warnings()).toEqual([]);
  });
});

function serviceUntil(endAtTime: string): Values {
  return { targets: [{ id: demo.service, property: window(endAtTime) }] };
}

/** The only property that lists hold. */
function propertyIn(lists: Values): unknown {
  const items = [lists["targets"], lists["resourceProperties"]].flat().filter((item) => typeof item === "object" && item !== null);
  return items.map((item) => ("property" in item ? item.property : undefined))[0];
}

function bareWorld() {
  return createHarness().simulator.save();
}
