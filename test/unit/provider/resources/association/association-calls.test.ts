import { describe, expect, it } from "vitest";
import { DisassociateResourceShare } from "../../../../../provider/api/associations.ts";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Fault } from "../../../../../simulator/gateway/faults.ts";
import { createHarness, type Settings } from "../../../../support/harness.ts";
import { denied, openResource } from "../../../../support/resource-fixture.ts";
import { permission, portfolio, window } from "../../../../support/resource-scenarios.ts";
const resources = (...ids: string[]) => ids.map((id) => ({ type: "VSwitch", id }));
const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
const byArn = { resourceArns: [portfolio("port-1")] };
const sharingPrincipals = (sharePrincipals: boolean) => ({
  resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals } }],
});
const service = { targets: [demo.service] };
const serviceUntil = (endAtTime: string) => ({ targets: [{ id: demo.service, property: window(endAtTime) }] });

async function open(share: Values = {}, settings: Settings = {}) {
  const fixture = await openResource("ShareAssociation", { share, ...settings });
  const { simulator, writes, shareId } = fixture;
  return {
    ...fixture,
    additions: (from = 0) => writes(from).filter((operation) => operation === "AssociateResourceShare"),
    hasRefused: (code: string) => simulator.calls.some((call) => call.code === code),
    live: () => [...(simulator.world.shares.get(shareId)?.live.values() ?? [])],
  };
}

/** A service with other settings. */
const worldWith = (settings: object) => ({ world: { ...createHarness().simulator.save(), settings } });

describe("entities of a share", () => {
  it("associates entities by id and entities by ARN in separate calls", async () => {
    const { up, simulator, entities } = await open();
    await up({ resources: resources("vsw-1"), ...byArn });
    const names = simulator.calls
      .filter(({ operation }) => operation === "AssociateResourceShare")
      .map(({ parameters }) => Object.keys(parameters).filter((name) => name.startsWith("Resource") && name !== "ResourceShareId"));
    expect(names.toSorted()).toEqual([["ResourceArns"], ["Resources"]]);
    expect(entities()).toEqual(["port-1", "vsw-1"]);
  });

  it("adopts entities that are in the share already, with a warning that names them", async () => {
    const { up, warnings, shareId } = await open({ targets: [demo.member] });
    await up({ targets: [demo.member, demo.network] });
    expect(warnings()).toEqual([`target ${demo.member}: already in ${shareId}: adopted`]);
  });

  it("warns that an adopted entity keeps a property that the program does not list", async () => {
    const { up, warnings, shareId } = await open({ allowExternalTargets: true, ...serviceUntil("20:00") });
    await up(service);
    expect(warnings()).toEqual([
      `target ${demo.service}: already in ${shareId}: adopted`,
      `target ${demo.service}: keeps the property that it has in ${shareId}: list the property, or remove it from there first`,
    ]);
  });

  it.each<[string, Values, Values, unknown]>([
    ["a target's property", serviceUntil("18:00"), serviceUntil("20:00"), window("20:00")],
    ["a target's property added", service, serviceUntil("20:00"), window("20:00")],
    ["a target's property taken away", serviceUntil("18:00"), service, undefined],
    [
      "a resource's property",
      { ...byArn, ...sharingPrincipals(true) },
      { ...byArn, ...sharingPrincipals(false) },
      { sharePrincipals: false },
    ],
    ["a resource's property taken away", { ...byArn, ...sharingPrincipals(true) }, byArn, undefined],
    [
      "the property of a resource that is named by id",
      { ...byId, ...sharingPrincipals(true) },
      { ...byId, ...sharingPrincipals(false) },
      { sharePrincipals: false },
    ],
    ["the property of a resource that is named by id taken away", { ...byId, ...sharingPrincipals(true) }, byId, undefined],
    ["the form of a resource's name, from id to ARN", byId, byArn, undefined],
    ["the form of a resource's name, from ARN to id", byArn, byId, undefined],
  ])("changes entities of an association in place: %s", async (_, before, after, expected) => {
    const { up, update, refresh, warnings, live } = await open({ allowExternalTargets: true });
    const made = await up(before);
    const changed = await update(made, after);
    expect(changed.id).toBe(made.id);
    expect(warnings().filter((warning) => warning.includes("adopted"))).toEqual([]);
    expect(live().map(({ property }) => property && (JSON.parse(property) as unknown))).toEqual([expected]);
    const read = await refresh(changed);
    expect(read && (await update(read, after))).toBe(read);
  });

  it("accepts targets as objects without a property, and treats an empty property as none", async () => {
    const { up, update } = await open({ allowExternalTargets: true });
    const made = await up({ targets: [{ id: demo.service, property: {} }, { id: demo.member }, demo.member] });
    expect(made.state["targets"]).toEqual([demo.member, demo.service]);
    expect(await update(made, { targets: [demo.service, demo.member] })).toBe(made);
  });

  it("waits for associations in progress, whichever conflict the service returns", async () => {
    const pace = { disassociate: 3000, associate: 2000 };
    const { up, remove, outOfBand, hasRefused, entities, logs, shareId } = await open({ targets: [demo.member] }, { pace });
    outOfBand.disassociate(shareId, demo.member);
    const made = await up({ targets: [demo.member] });
    expect(hasRefused("AssociateConflict")).toBe(true);
    expect(entities()).toEqual([demo.member]);
    outOfBand.associate(shareId, { targets: [demo.network] });
    await remove({ ...made, state: { ...made.state, targets: [demo.member, demo.network] } });
    expect(hasRefused("DisassociateConflict")).toBe(true);
    expect(entities()).toEqual([]);
    const rows = logs.map(({ message }) => message).join("\n");
    expect(rows).toMatch(/^waiting because of AssociateConflict .*, associating with rs-/m);
    expect(rows).toMatch(/^waiting because of DisassociateConflict .*, disassociating from rs-/m);
  });

  const unanswered = { kind: "error", status: 500, code: "InternalError" } as const;
  it.each<[string, Values, Values, Fault, number]>([
    ["whose property was changed", serviceUntil("18:00"), serviceUntil("20:00"), { kind: "lost" }, 1],
    ["whose property was not changed", serviceUntil("18:00"), serviceUntil("20:00"), unanswered, 2],
    ["of which some were there before", { targets: [demo.member] }, { targets: [demo.network, demo.member] }, unanswered, 2],
    ["that have come", {}, { ...serviceUntil("18:00"), resources: resources("vsw-1") }, { kind: "lost" }, 1],
    ["that have come, after a garbled answer", {}, { targets: [demo.member] }, { kind: "garbage" }, 1],
  ])("associates entities %s again after a lost answer only if needed", async (_, before, after, fault, asked) => {
    const { up, again, faults, calls, additions, warnings, shareId } = await open({ allowExternalTargets: true, ...before });
    faults.add({ operation: "AssociateResourceShare", fault });
    const from = calls().length;
    await up(after);
    expect(additions(from)).toHaveLength(asked);
    if (Object.keys(before).length === 0) expect(warnings()).toEqual([]);
    expect((await again().read(shareId, { shareId, ...after }))?.state).toMatchObject(after);
  });

  it("removes the remaining entities although another process has just removed one and lists are stale", async () => {
    const { up, again, remove, faults, clock, hasRefused, entities, shareId } = await open();
    const made = await up({ targets: [demo.member, demo.network], resources: resources("vsw-1") });
    await clock.sleep(10_000);
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
    const other = await again().process.host.client(undefined, undefined);
    await other.call(DisassociateResourceShare, { ResourceShareId: shareId, Targets: [demo.member] });
    await clock.sleep(1000);
    await remove(made);
    expect(hasRefused("DisassociateInvalid")).toBe(true);
    expect(entities()).toEqual([]);
  });

  it.each<[what: string, before: Values, after: Values]>([
    ["the property of a target", serviceUntil("18:00"), serviceUntil("20:00")],
    ["a property added to a target", service, serviceUntil("20:00")],
    ["the property of a resource", { ...byArn, ...sharingPrincipals(true) }, { ...byArn, ...sharingPrincipals(false) }],
    ["the form of a resource", byId, { ...byArn, targets: [demo.member] }],
  ])("removes entities after a failed change that could read nothing: %s", async (_, before, after) => {
    const { up, change, again, faults, entities } = await open({ allowExternalTargets: true });
    const made = await up(before);
    faults.add({ operation: "AssociateResourceShare", times: 99, fault: { kind: "lost" } });
    faults.add({ operation: "ListResourceShareAssociations", times: 99, fault: denied });
    const failed = await change(made, after);
    expect(failed.failure).toBeDefined();
    faults.clear();
    await again().remove(failed);
    expect(entities()).toEqual([]);
  });

  it("reports the refusal when the service does not remove entities that exist", async () => {
    const { up, remove, faults, entities } = await open();
    const made = await up({ targets: [demo.member] });
    const refusal = { kind: "error", status: 400, code: "DisassociateInvalid" } as const;
    faults.add({ operation: "DisassociateResourceShare", times: 5, fault: refusal });
    await expect(remove(made)).rejects.toThrow(/DisassociateInvalid/);
    expect(entities()).toEqual([demo.member]);
  });

  it.each<[string, object]>([
    ["lists return the oldest first", { listOrder: "oldest" }],
    ["lists return the newest first", { listOrder: "newest" }],
    ["the first page is empty and has a token", { emptyFirstPage: true }],
  ])("reads an entity's newest association record when %s", async (_, settings) => {
    const { up, refresh, remove, outOfBand, clock, shareId } = await open({ targets: [demo.member] }, worldWith(settings));
    outOfBand.disassociate(shareId, demo.member);
    await clock.sleep(1000);
    const made = await up({ targets: [demo.member] });
    expect((await refresh(made))?.state["targets"]).toEqual([demo.member]);
    await remove(made);
    expect(await refresh(made)).toBeUndefined();
  });

  it("treats the entities of several calls as removed when their share is deleted", async () => {
    const { up, remove, outOfBand, clock, shareId } = await open();
    const made = await up({ resources: resources("vsw-1"), ...byArn });
    outOfBand.deleteShare(shareId);
    await clock.sleep(1000);
    await expect(remove(made)).resolves.toBeUndefined();
  });

  it("waits for removals of an earlier run, so that no wider permission replaces the entities' own", async () => {
    const { up, again, outOfBand, permissions, shareId } = await open({}, { pace: { disassociate: 20_000 } });
    const made = await up({ resources: resources("vsw-1"), permissionNames: [permission("VSwitch", "ReadOnly")] });
    outOfBand.disassociate(shareId, "vsw-1");
    const { remove, warnings } = again();
    await remove(made);
    expect(permissions()).toEqual([]);
    expect(warnings()).toEqual([]);
  });

  it("waits for a removal that an earlier run has not awaited before a permission of the entity is detached", async () => {
    const { up, again, permissions } = await open({ targets: [demo.member] }, { pace: { disassociate: 70_000 } });
    const kept = { resources: [{ type: "PrefixList", id: "pl-demo01" }] };
    const made = await up({ resources: [...resources("vsw-1"), ...kept.resources], permissionNames: [permission("VSwitch", "ReadOnly")] });
    const late = await again().change(made, kept, 10_000);
    const { update, warnings } = again();
    await update(late, kept);
    expect(permissions()).toEqual(["AliyunRSDefaultPermissionPrefixList"]);
    expect(warnings()).toEqual([]);
  });
});
