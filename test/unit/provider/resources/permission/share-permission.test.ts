import { describe, expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare, permission } from "../../../../support/resource-scenarios.ts";
import { permissionsIn } from "../../../../support/share-content.ts";

const self = urn("SharePermission");
const switches = { resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
const readOnly = permission("VSwitch", "ReadOnly");

describe("SharePermission", () => {
  it("returns all outputs of a permission", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const made = await up(harness.run().driver("SharePermission"), { shareId, permissionName: readOnly }, self);
    expect(made).toEqual({
      id: `${shareId}/${readOnly}`,
      state: {
        shareId,
        permissionName: readOnly,
        resourceType: "VSwitch",
        permissionVersion: "v1",
        defaultVersion: true,
        defaultPermission: false,
        accountId: demo.owner,
        regionId: "cn-hangzhou",
      },
    });
  });

  it("attaches a permission although lists show it, because they may be older than its removal", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { ...switches, permissionNames: [readOnly] });
    const from = harness.calls().length;
    await up(harness.run().driver("SharePermission"), { shareId, permissionName: readOnly }, self);
    expect(harness.writes(from)).toEqual(["AssociateResourceSharePermission"]);
  });

  it("attaches the permission of another type before it detaches the old one", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, { shareId, permissionName: readOnly }, self);
    const from = harness.calls().length;
    await updateIfChanged(driver, made, { shareId, permissionName: permission("Image", "ReadOnly") }, self);
    expect(harness.writes(from)).toEqual(["AssociateResourceSharePermission", "DisassociateResourceSharePermission"]);
    expect(permissionsIn(harness, shareId)).toEqual([permission("Image", "ReadOnly")]);
  });

  it("detaches in the next update the old permission that a failed change has left", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, { shareId, permissionName: readOnly }, self);
    const next = { shareId, permissionName: permission("Image", "ReadOnly") };
    const operation = "DisassociateResourceSharePermission";
    harness.simulator.faults.add({ operation, fault: { kind: "error", status: 403, code: "Forbidden.RAM" } });
    const failed = await driver.update(made.id, made.state, next, { urn: self });
    expect(failed.failure?.message).toContain("Forbidden.RAM");
    expect(failed.state).toMatchObject({ permissionName: next.permissionName, unverifiedPermissionNames: [readOnly] });
    const { state } = await updateIfChanged(driver, failed, next, self);
    expect(permissionsIn(harness, shareId)).toEqual([next.permissionName]);
    expect(state).not.toHaveProperty("unverifiedPermissionNames");
  });

  describe("after a change whose answers were lost, when nothing could be read", () => {
    const image = permission("Image", "ReadOnly");

    /** A resource whose creation or update has attached the permission for images, and does not know it. */
    async function afterLostChange(before: string | undefined) {
      const harness = createHarness();
      const shareId = await aShare(harness);
      const driver = harness.run().driver("SharePermission");
      const made = before === undefined ? undefined : await up(driver, { shareId, permissionName: before }, self);
      const { faults } = harness.simulator;
      // The reads before the call succeed.
      faults.add({ operation: "AssociateResourceSharePermission", times: 99, fault: { kind: "lost" } });
      const inputs = { shareId, permissionName: image };
      const change = made ? driver.update(made.id, made.state, inputs, { urn: self }) : driver.create(inputs, { urn: self });
      while (!permissionsIn(harness, shareId).includes(image)) await harness.clock.sleep(50);
      faults.add({ times: 999, fault: { kind: "error", status: 403, code: "Forbidden.RAM" } });
      const failed = await change;
      faults.clear();
      expect(failed.failure).toBeDefined();
      expect(failed.state).toMatchObject({
        permissionName: before ?? "",
        unverifiedPermissionNames: before === undefined ? [image] : [before, image],
      });
      return { harness, shareId, driver, failed };
    }

    it.each([undefined, readOnly])("detaches on deletion what the change has attached (before: %s)", async (before) => {
      const { harness, shareId, driver, failed } = await afterLostChange(before);
      await driver.delete(failed.id, failed.state, { urn: self });
      expect(permissionsIn(harness, shareId)).toEqual([]);
    });

    it.each([undefined, readOnly])("completes the change in the next update (before: %s)", async (before) => {
      const { harness, shareId, driver, failed } = await afterLostChange(before);
      const { state } = await updateIfChanged(driver, failed, { shareId, permissionName: image }, self);
      expect(permissionsIn(harness, shareId)).toEqual([image]);
      expect(state).not.toHaveProperty("unverifiedPermissionNames");
    });

    it("restores the earlier program's permission", async () => {
      const { harness, shareId, driver, failed } = await afterLostChange(readOnly);
      await updateIfChanged(driver, failed, { shareId, permissionName: readOnly }, self);
      expect(permissionsIn(harness, shareId)).toEqual([readOnly]);
    });

    it("finds in a refresh what the change has attached", async () => {
      const { driver, failed } = await afterLostChange(undefined);
      const found = await refresh(driver, failed, self);
      expect(found?.state).toMatchObject({ permissionName: image });
      expect(found?.state["unverifiedPermissionNames"]).toBeUndefined();
    });
  });

  // (promise P-default-permission)
  it("restores the type's default while the share still holds resources of the type, and warns what that may allow", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const run = harness.run();
    const made = await up(run.driver("SharePermission"), { shareId, permissionName: readOnly }, self);
    await run.driver("SharePermission").delete(made.id, made.state, { urn: self });
    expect(permissionsIn(harness, shareId)).toEqual(["AliyunRSDefaultPermissionVSwitch"]);
    expect(run.warnings()).toEqual([expect.stringMatching(/AliyunRSDefaultPermissionVSwitch replaced .* may allow more than before/)]);
  });

  it("keeps a default permission while it is needed, with a warning", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const run = harness.run();
    const made = await up(run.driver("SharePermission"), { shareId, permissionName: "AliyunRSDefaultPermissionVSwitch" }, self);
    await run.driver("SharePermission").delete(made.id, made.state, { urn: self });
    expect(run.warnings()).toEqual([expect.stringMatching(/stays attached .* it is their default permission/)]);
  });

  it("reads as gone when another caller has attached another permission in its place", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, { shareId, permissionName: readOnly }, self);
    harness.simulator.outOfBand.replacePermission(shareId, permission("VSwitch", "ReadWrite"));
    expect(await refresh(driver, made, self)).toBeUndefined();
    await driver.delete(made.id, made.state, { urn: self });
    expect(permissionsIn(harness, shareId)).toEqual([permission("VSwitch", "ReadWrite")]);
  });

  it("rejects a permission that does not exist with its name, and creates nothing", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const refused = up(harness.run().driver("SharePermission"), { shareId, permissionName: "Nonsense" }, self);
    await expect(refused).rejects.toThrow(/EntityNotExists.Permission.*Nonsense/);
  });

  it("rejects a permission that would replace one that another resource claims, in any order", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const run = harness.run();
    const names = [readOnly, permission("VSwitch", "ReadWrite")];
    const outcomes = await Promise.allSettled(
      names.map((permissionName) => up(run.driver("SharePermission"), { shareId, permissionName }, urn("SharePermission", permissionName))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    for (const name of names) expect(String(refused?.reason)).toContain(name);
    expect(permissionsIn(harness, shareId)).toHaveLength(1);
  });

  it("rejects a permission that would replace one that another resource has just attached, while no list shows it yet", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    await harness.clock.sleep(10_000);
    harness.simulator.faults.add({ operation: "ListResourceSharePermissions", times: 99, fault: { kind: "stale", ms: 3_000 } });
    const run = harness.run();
    const names = [readOnly, permission("VSwitch", "ReadWrite")];
    const [first, second] = await Promise.allSettled(
      names.map((permissionName) => up(run.driver("SharePermission"), { shareId, permissionName }, urn("SharePermission", permissionName))),
    );
    expect(first).toMatchObject({ status: "fulfilled" });
    expect(second?.status === "rejected" && String(second.reason)).toContain(
      `would replace ${readOnly}, which another resource of the program claims`,
    );
    expect(permissionsIn(harness, shareId)).toEqual([readOnly]);
  });

  it("attaches only the permissions that a share lists anew", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const share = { name: "a", ...switches, permissionNames: [readOnly] };
    const made = await up(driver, share, urn("ResourceShare"));
    const from = harness.calls().length;
    const more = { ...share, permissionNames: [readOnly, permission("Image", "ReadOnly")] };
    await updateIfChanged(driver, made, more, urn("ResourceShare"));
    expect(harness.writes(from)).toEqual(["AssociateResourceSharePermission"]);
  });

  it("does not replace a permission that the share itself lists", async () => {
    const harness = createHarness();
    const run = harness.run();
    const listed = "AliyunRSDefaultPermissionVSwitch";
    const share = await up(run.driver("ResourceShare"), { name: "a", ...switches, permissionNames: [listed] }, urn("ResourceShare"));
    const refused = up(run.driver("SharePermission"), { shareId: share.id, permissionName: readOnly }, self);
    await expect(refused).rejects.toThrow(listed);
    expect(permissionsIn(harness, share.id)).toEqual([listed]);
  });

  it("swaps two permissions, in either order, and both stay attached", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { ...switches, resources: [...switches.resources, { type: "Image", id: "m-1" }] });
    const names = [readOnly, permission("Image", "ReadOnly")];
    const driver = harness.run().driver("SharePermission");
    const made = await Promise.all(
      names.map((permissionName) => up(driver, { shareId, permissionName }, urn("SharePermission", permissionName))),
    );
    const later = harness.run().driver("SharePermission");
    const wanted = names.toReversed().map((permissionName, index) => ({ permissionName, by: urn("SharePermission", names[index] ?? "") }));
    for (const { permissionName, by } of wanted) later.diff(shareId, {}, { shareId, permissionName }, { urn: by });
    for (const [index, { permissionName, by }] of wanted.entries()) {
      const before = made[index];
      if (before) await later.update(before.id, before.state, { shareId, permissionName }, { urn: by });
    }
    expect(permissionsIn(harness, shareId)).toEqual(names.toSorted());
  });

  it("reads a permission by its id alone", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { ...switches, permissionNames: [readOnly] });
    const driver = harness.run().driver("SharePermission");
    expect((await driver.read(`${shareId}/${readOnly}`, {}, { urn: self }))?.inputs).toEqual({ shareId, permissionName: readOnly });
    await expect(driver.read(`${shareId}/${permission("VSwitch", "ReadWrite")}`, {}, { urn: self })).rejects.toThrow(
      `in account ${demo.owner} and region cn-hangzhou`,
    );
  });

  it("reports no success when another caller replaces the permission at the same moment", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      if (request.headers["x-acs-action"] === "AssociateResourceSharePermission") {
        harness.simulator.outOfBand.replacePermission(shareId, permission("VSwitch", "ReadWrite"));
      }
      return answer;
    };
    const made = up(harness.run({ transport }).driver("SharePermission"), { shareId, permissionName: readOnly }, self);
    await expect(made).rejects.toThrow(/was attached, and is not listed: another process replaced it/);
  });

  it("keeps a permission attached, with a warning, when no default of its type is known", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const run = harness.run();
    const made = await up(run.driver("SharePermission"), { shareId, permissionName: readOnly }, self);
    harness.simulator.world.permissions.delete("AliyunRSDefaultPermissionVSwitch");
    await run.driver("SharePermission").delete(made.id, made.state, { urn: self });
    expect(permissionsIn(harness, shareId)).toEqual([readOnly]);
    expect(run.warnings()).toEqual([expect.stringMatching(/stays attached to .*no default permission of the type is known/)]);
  });

  it.each([
    ["gone", 404, "EntityNotExists.ResourceShare"],
    ["gone", 400, "InvalidParameter.ResourceShareId"],
    ["refused", 403, "NoPermission"],
  ])("reads as %s when the service returns %i %s", async (how, status, code) => {
    const harness = createHarness();
    const shareId = await aShare(harness, switches);
    const driver = harness.run().driver("SharePermission");
    const made = await up(driver, { shareId, permissionName: readOnly }, self);
    const fault = { kind: "error", status, code } as const;
    harness.simulator.faults.add({ operation: "ListResourceSharePermissions", times: 99, fault });
    harness.simulator.faults.add({ operation: "DisassociateResourceSharePermission", fault });
    const [read, deleted] = [() => refresh(driver, made, self), () => driver.delete(made.id, made.state, { urn: self })];
    for (const work of [read, deleted]) {
      if (how === "gone") await expect(work()).resolves.toBeUndefined();
      else await expect(work()).rejects.toThrow(code);
    }
  });
});
