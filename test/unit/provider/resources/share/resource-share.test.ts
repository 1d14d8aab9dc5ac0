import { describe, expect, it } from "vitest";
import { UpdateResourceShare } from "../../../../../provider/api/shares.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { permission } from "../../../../support/resource-scenarios.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member], tags: { team: "net" } };

/** The number of create tags of a share. */
function marksOf({ simulator }: ReturnType<typeof createHarness>, shareId: string): number {
  const tags = simulator.world.shares.get(shareId)?.tags ?? new Map<string, string>();
  return [...tags.keys()].filter((key) => key === "resourceshare:creating").length;
}

describe("ResourceShare", () => {
  it("returns all outputs of a share", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    expect(made.state).toEqual({
      ...net,
      allowExternalTargets: false,
      exclusive: false,
      owner: demo.owner,
      status: "Active",
      accountId: demo.owner,
      regionId: "cn-hangzhou",
      createTime: "2026-01-01T00:00:00.000Z",
      updateTime: "2026-01-01T00:00:00.000Z",
      associations: [
        {
          kind: "Resource",
          entityType: "VSwitch",
          entityId: "vsw-1",
          arn: `acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-1`,
          status: "Associated",
          external: false,
          createTime: "2026-01-01T00:00:00.000Z",
        },
        {
          kind: "Target",
          entityType: "Account",
          entityId: demo.member,
          status: "Associated",
          external: false,
          createTime: "2026-01-01T00:00:00.000Z",
        },
      ],
    });
  });

  it("keeps no id of a share that its creating call did not return and that cannot be read, so that the next run resumes it", async () => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "CreateResourceShare", times: 1, fault: { kind: "garbage" } });
    harness.simulator.faults.add({ operation: "ListResourceShareAssociations", nth: 3, times: 1000, fault: { kind: "garbage" } });
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, net, self), { urn: self, timeoutMs: 2_000 });
    await expect(made).rejects.toThrow(/ListResourceShareAssociations/);
    harness.simulator.faults.clear();
    const [left = ""] = harness.shares();
    expect(marksOf(harness, left)).toBe(1);
    expect((await up(harness.run().driver("ResourceShare"), net, self)).id).toBe(left);
    expect(marksOf(harness, left)).toBe(0);
  });

  it("keeps the create tag in the state when a share whose creation got no answer can neither be changed nor read again", async () => {
    const harness = createHarness();
    const refused = { kind: "error", status: 403, code: "NoPermission" } as const;
    harness.simulator.faults.add({ operation: "CreateResourceShare", times: 1, fault: { kind: "garbage" } });
    harness.simulator.faults.add({ operation: "AssociateResourceShare", times: 99, fault: refused });
    harness.simulator.faults.add({ operation: "UntagResources", times: 99, fault: refused });
    const transport: Transport = (request, signal) => {
      if (request.headers["x-acs-action"] === "UntagResources")
        harness.simulator.faults.add({ operation: "ListResourceShares", times: 99, fault: refused });
      return harness.simulator.transport(request, signal);
    };
    const driver = harness.run({ transport }).driver("ResourceShare");
    const { apps, core, sandbox } = demo.folders;
    const wanted = { ...net, targets: [demo.member, demo.network, demo.sandbox, apps, core, sandbox] };
    const made = await driver.create(checkedBy(driver, wanted, self), { urn: self });
    expect(made.failure?.message).toMatch(/NoPermission/);
    expect(made.state).toMatchObject({ name: net.name, creating: true });
  });

  it("needs an update while it has its create tag or an association in progress, and not for an open invitation", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const open = { ...net, allowExternalTargets: true, targets: [demo.member, demo.consumer] };
    const made = await up(driver, open, self);
    const needs = (state: object) =>
      driver.diff(made.id, { ...made.state, ...state }, checkedBy(driver, open, self), { urn: self }).needsReconcile;
    const ofMember = (status: string) =>
      (made.state["associations"] as { readonly entityId: string }[]).map((one) =>
        one.entityId === demo.member ? { ...one, status } : one,
      );
    expect([needs({}), needs({ creating: true }), needs({ associations: ofMember("Associating") })]).toEqual([false, true, true]);
  });

  it("reads a share with all its contents by its id alone", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), { ...net, permissionNames: [permission("VSwitch", "ReadOnly")] }, self);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network] });
    harness.simulator.outOfBand.tag(made.id, { theirs: "1" });
    await harness.clock.sleep(1000);
    const found = await harness.run().driver("ResourceShare").read(made.id, {}, { urn: self });
    expect(found?.inputs).toEqual({
      name: "net",
      allowExternalTargets: false,
      exclusive: false,
      resources: net.resources,
      targets: [demo.network, demo.member],
      permissionNames: [permission("VSwitch", "ReadOnly")],
      tags: { team: "net", theirs: "1" },
    });
  });

  it("never gives a resource its type's default permission when the permissions do not fit into the creating call", async () => {
    const harness = createHarness();
    const resources = [{ type: "VSwitch", id: "vsw-1" }];
    const others = ["Image", "KMSInstance", "PrefixList", "ServiceCatalogPortfolio", "Snapshot"];
    const permissionNames = [...others.map((type) => `AliyunRSDefaultPermission${type}`), permission("VSwitch", "ReadOnly")];
    const made = await up(harness.run().driver("ResourceShare"), { name: "net", resources, targets: [demo.member], permissionNames }, self);
    const [created, ...rest] = harness.simulator.calls.filter(({ operation }) => /^(Create|Associate)/.test(operation));
    expect(Object.keys(created?.parameters ?? {}).filter((name) => name.startsWith("Resources"))).toEqual([]);
    expect(rest.map(({ operation }) => operation)).toEqual(["AssociateResourceSharePermission", "AssociateResourceShare"]);
    expect(made.state).toMatchObject({ permissionNames, resources });
  });

  it("rejects the closing of a share in the preview while a target outside the directory is listed, and names the target", async () => {
    const harness = createHarness();
    const open = { name: "net", allowExternalTargets: true, targets: [demo.member, demo.consumer] };
    const made = await up(harness.run().driver("ResourceShare"), open, self);
    const driver = harness.run().driver("ResourceShare");
    const reason = `targets[1]: "${demo.consumer}" is outside the resource directory: take it out, or keep allowExternalTargets: true`;
    await expect(updateIfChanged(driver, made, { ...open, allowExternalTargets: false }, self)).rejects.toThrow(reason);
    const closed = await updateIfChanged(driver, made, { name: "net", targets: [demo.member] }, self);
    expect(closed.state).toMatchObject({ allowExternalTargets: false, targets: [demo.member] });
  });

  it("imports a closed share with a service without that service, and leaves the service in it", async () => {
    const harness = createHarness();
    const open = { name: "net", allowExternalTargets: true, targets: [demo.member, demo.service] };
    const { id } = await up(harness.run().driver("ResourceShare"), open, self);
    const client = await harness.run().host.client(undefined, undefined);
    await client.call(UpdateResourceShare, { ResourceShareId: id, ResourceShareName: "net", AllowExternalTargets: false });
    const run = harness.run();
    const found = await run.driver("ResourceShare").read(id, {}, { urn: self });
    expect(found?.inputs).toMatchObject({ allowExternalTargets: false, targets: [demo.member] });
    expect(run.driver("ResourceShare").check(found?.inputs ?? {}, { urn: self }).failures).toEqual([]);
    expect(run.warnings()).toEqual([expect.stringMatching(`${demo.service} of ${id} is not imported`)]);
  });

  it("reconciles an adopted share with the program and keeps what others have added", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), { name: "old", targets: [demo.network], tags: { theirs: "1" } }, self);
    const adopted = await up(harness.run().driver("ResourceShare"), { ...net, adopt: made.id }, urn("ResourceShare", "mine"));
    expect(adopted.state).toMatchObject({ ...net });
    expect(harness.simulator.grants().map(({ target }) => target.id)).toEqual([demo.network, demo.member]);
    expect(Object.fromEntries(harness.simulator.world.shares.get(made.id)?.tags ?? [])).toEqual({ theirs: "1", team: "net" });
  });

  it("is not deleted by its old resource when another one has adopted it, and reports that", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    const run = harness.run();
    await up(run.driver("ResourceShare"), { ...net, adopt: made.id }, urn("ResourceShare", "renamed"));
    await run.driver("ResourceShare").delete(made.id, made.state, { urn: self });
    expect(harness.shares()).toEqual([made.id]);
    expect(run.warnings()).toEqual([`${made.id} is not deleted: its replacement or another resource of the program has the same share`]);
  });

  it("moves to a resource group, and reports no change when the program no longer names one", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { ...net, resourceGroupId: demo.groups.network }, self);
    harness.simulator.outOfBand.moveToGroup(made.id, demo.groups.shared);
    const seen = await refresh(driver, made, self);
    expect(seen?.state["resourceGroupId"]).toBe(demo.groups.shared);
    const repaired = seen && (await updateIfChanged(driver, seen, { ...net, resourceGroupId: demo.groups.network }, self));
    expect(harness.simulator.world.shares.get(made.id)?.groupId).toBe(demo.groups.network);
    const from = harness.calls().length;
    if (repaired === undefined) throw new Error("the share is not there");
    expect(driver.diff(made.id, repaired.state, driver.check(net, { urn: self }).inputs, { urn: self }).changed).toEqual([]);
    const renamed = await updateIfChanged(driver, repaired, { ...net, name: "net2" }, self);
    expect(harness.writes(from)).toEqual(["UpdateResourceShare"]);
    expect(renamed.state["resourceGroupId"]).toBe(demo.groups.network);
  });

  it("waits for unfinished associations before it is deleted", async () => {
    const harness = createHarness({ pace: { associate: 8000 } });
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network] });
    await driver.delete(made.id, made.state, { urn: self });
    expect(harness.simulator.calls.some(({ code }) => code === "DeleteResourceShareConflict")).toBe(true);
    expect(harness.shares()).toEqual([]);
  });

  it.each(["listed", "absent"] as const)("is gone when it is deleted, whether deleted shares are %s or not", async (deletedShares) => {
    const world = createHarness().simulator.save();
    const harness = createHarness({ world: { ...world, settings: { deletedShares } } });
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    await driver.delete(made.id, made.state, { urn: self });
    await driver.delete(made.id, made.state, { urn: self });
    expect(await refresh(driver, made, self)).toBeUndefined();
    harness.simulator.advance(97 * 3_600_000);
    await driver.delete(made.id, made.state, { urn: self });
  });

  it("reports in the last progress line of a delete that the share is deleted", async () => {
    const harness = createHarness({ pace: { deleteShare: 3000 } });
    const run = harness.run();
    const made = await up(run.driver("ResourceShare"), net, self);
    await run.driver("ResourceShare").delete(made.id, made.state, { urn: self });
    const rows = run.logs.filter(({ level }) => level === "status").map(({ message }) => message);
    expect(rows).toContainEqual(expect.stringMatching(/^\d+ s: Deleting$/));
    expect(rows.at(-1)).toMatch(/^[3-5] s: deleted$/);
  });

  it("reports the refusal when a delete is denied", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    harness.simulator.faults.add({ operation: "DeleteResourceShare", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(/NoPermission/);
    expect(harness.shares()).toEqual([made.id]);
  });

  it("is not reported as deleted while it is visible, whatever the delete returns", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    const absent = { kind: "error", status: 404, code: "EntityNotExists.ResourceShare" } as const;
    harness.simulator.faults.add({ operation: "DeleteResourceShare", times: 1000, fault: absent });
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(/EntityNotExists/);
    expect(harness.shares()).toEqual([made.id]);
  });

  it("reports a timeout when the share does not become deleted", async () => {
    const harness = createHarness({ pace: { deleteShare: { reads: 1_000_000 } } });
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    await expect(driver.delete(made.id, made.state, { urn: self, timeoutMs: 4000 })).rejects.toThrow(
      /deletion of rs-000001 has not settled after 4 s: Deleting at the last of \d+ polls/,
    );
  });
});
