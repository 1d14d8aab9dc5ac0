import { describe, expect, it } from "vitest";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../support/resource-suite.ts";
import { aShare, permission, portfolio } from "../../../support/resource-scenarios.ts";

const self = urn("ResourceShare");
const window = (endAtTime: string) => ({ timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime, timezone: "UTC+8" } });
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);
const vsw = { type: "VSwitch", id: "vsw-1" };

describe("features that the closest provider lacks", () => {
  it.each<[string, Values, Values, string]>([
    ["targets", { targets: [demo.member] }, { targets: [demo.network] }, "AssociateResourceShare"],
    ["resources", { resources: [vsw] }, { resources: [] }, "DisassociateResourceShare"],
    ["resourceArns", {}, { resourceArns: [portfolio("port-1")] }, "AssociateResourceShare"],
    [
      "permissionNames",
      { resources: [vsw] },
      { resources: [vsw], permissionNames: [permission("VSwitch", "ReadOnly")] },
      "AssociateResourceSharePermission",
    ],
    [
      "resourceProperties",
      { resourceArns: [portfolio("port-1")] },
      { resourceArns: [portfolio("port-1")], resourceProperties: [{ arn: portfolio("port-1"), property: { sharePrincipals: true } }] },
      "AssociateResourceShare",
    ],
    ["tags", {}, { tags: { team: "net" } }, "TagResources"],
    ["resourceGroupId", {}, { resourceGroupId: demo.groups.network }, "ChangeResourceGroup"],
  ])("makes a call for a change of %s and finds it in a refresh", async (_, before, after, operation) => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { name: "net", ...before }, self);
    const from = harness.calls().length;
    const changed = await updateIfChanged(driver, made, { name: "net", ...after }, self);
    expect(harness.calls(from)).toContain(operation);
    const read = await refresh(driver, changed, self);
    expect(read && (await updateIfChanged(driver, read, { name: "net", ...after }, self))).toBe(read);
  });

  it("treats a share with an external account as ready while it is Pending", async () => {
    const harness = createHarness({ timeoutMs: 5000 });
    const made = await up(
      harness.run().driver("ResourceShare"),
      { name: "net", allowExternalTargets: true, targets: [demo.consumer] },
      self,
    );
    expect(made.state["status"]).toBe("Pending");
  });

  it("waits for a share's associations and fails with a failed one", async () => {
    const harness = createHarness({ pace: { associate: 4000 } });
    const driver = harness.run().driver("ResourceShare");
    const started = harness.clock.now();
    const made = await up(driver, { name: "net", targets: [demo.member] }, self);
    expect(harness.clock.now() - started).toBeGreaterThanOrEqual(4000);
    expect(made.state["associations"]).toMatchObject([{ status: "Associated" }]);
    harness.simulator.outOfBand.planFailure(demo.network, {});
    const inputs = checkedBy(driver, { name: "net", targets: [demo.member, demo.network] }, self);
    const kept = await driver.update(made.id, made.state, inputs, { urn: self });
    expect(kept.failure?.message).toMatch(/1 of 1 not associated: target 1000000000000002 is Failed/);
  });

  it("reports an out-of-band removal at once, although its record stays for days", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { name: "net", targets: [demo.member, demo.network] }, self);
    harness.simulator.outOfBand.disassociate(made.id, demo.member);
    await harness.clock.sleep(1000);
    expect((await refresh(driver, made, self))?.state["targets"]).toEqual([demo.network]);
  });

  it("invites an external account once, however often the program runs", async () => {
    const harness = createHarness();
    const inputs = { name: "net", allowExternalTargets: true, targets: [demo.consumer] };
    let made = await up(harness.run().driver("ResourceShare"), inputs, self);
    for (const name of ["two", "three"])
      made = await updateIfChanged(harness.run().driver("ResourceShare"), made, { ...inputs, name }, self);
    expect([...harness.simulator.world.invitations.values()]).toHaveLength(1);
  });

  it("manages both sides, a permission and a time window as resources of one program", async () => {
    const harness = createHarness();
    const run = harness.run({ accounts: { consumer: demo.consumer } });
    const targets = [demo.consumer, { id: demo.service, property: window("18:00") }];
    const share = await up(run.driver("ResourceShare"), { name: "net", allowExternalTargets: true, resources: [vsw], targets }, self);
    const permitting = { shareId: share.id, permissionName: permission("VSwitch", "ReadOnly") };
    const permitted = await up(run.driver("SharePermission"), permitting, urn("SharePermission"));
    const accepting = urn("InvitationAcceptor");
    const accepted = await up(
      run.driver("InvitationAcceptor"),
      { shareId: share.id, account: "consumer", senderAccountId: demo.owner },
      accepting,
    );
    await harness.clock.sleep(1000);
    expect(harness.simulator.grants().filter(({ pending }) => pending)).toEqual([]);
    await run.driver("InvitationAcceptor").delete(accepted.id, accepted.state, { urn: accepting });
    expect(harness.simulator.grants().map(({ target }) => target.id)).toEqual([demo.service]);
    await run.driver("SharePermission").delete(permitted.id, permitted.state, { urn: urn("SharePermission") });
    expect(run.warnings()).toEqual([expect.stringMatching(/replaced .*may allow more than before/)]);
    await run.driver("ResourceShare").delete(share.id, share.state, { urn: self });
    expect(harness.simulator.invariants()).toEqual([]);
  });

  it("associates fifty targets in a dozen calls and a few seconds", async () => {
    const harness = createHarness();
    const started = harness.clock.now();
    await up(harness.run().driver("ResourceShare"), { name: "net", allowExternalTargets: true, targets: many(50, "500000000000") }, self);
    expect(harness.calls().length).toBeLessThanOrEqual(18);
    expect(harness.clock.now() - started).toBeLessThan(3000);
  });

  it("creates forty shares at once within the service's limits, without a throttle", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    await Promise.all(many(40, "net-").map((name) => up(driver, { name, targets: [demo.member] }, `${self}-${name}`)));
    expect(harness.simulator.calls.filter(({ code }) => code?.startsWith("Throttling"))).toEqual([]);
    expect(harness.shares()).toHaveLength(40);
  });

  it("reads after a creation with a lost answer and does not send it again", async () => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "CreateResourceShare", times: 3, fault: { kind: "lost" } });
    await up(harness.run().driver("ResourceShare"), { name: "net" }, self);
    expect(harness.writes().filter((operation) => operation === "CreateResourceShare")).toHaveLength(1);
  });

  it("reports a failure with the service's own details", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.planFailure("vsw-1", { reason: "ZonalResourceInaccessible", description: "the zone is closed" });
    const refused = up(harness.run().driver("ShareAssociation"), { shareId, resources: [vsw] }, urn("ShareAssociation"));
    await expect(refused).rejects.toThrow(
      /resource VSwitch vsw-1 is Failed: .*ZonalResourceInaccessible \(the zone is closed\) for Account 1000000000000003/,
    );
  });
});
