import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo, demoWorld } from "../../../../../simulator/world/demo.ts";
import { answering, denied, openResource } from "../../../../support/resource-fixture.ts";
import { permission, switches } from "../../../../support/resource-scenarios.ts";

const readOnly = permission("VSwitch", "ReadOnly");
const readWrite = permission("VSwitch", "ReadWrite");
const image = permission("Image", "ReadOnly");
const byDefault = "AliyunRSDefaultPermissionVSwitch";

/** The content of a share that has another type with a permission of its own, too. */
const twoTypes = { ...switches, resources: [...switches.resources, { type: "Image", id: "m-1" }], permissionNames: [image] };
const open = (share: Values = switches) => openResource("SharePermission", { share });

/** Permissions of the type VSwitch whose names do not show it, so that only the service knows. */
const custom = ["SwitchReader", "SwitchWriter"] as const;
const customWorld = {
  ...demoWorld,
  permissions: (demoWorld.permissions ?? []).flatMap((one) => [
    one,
    ...(one.name === readOnly ? custom.map((name) => ({ ...one, name })) : []),
  ]),
};
const openCustom = () => openResource("SharePermission", { share: switches, world: customWorld });

describe("SharePermission", () => {
  it("names in a failed import of a permission those that the share has, once a list is current", async () => {
    const { again, read, clock, shareId } = await open();
    const fresh = again();
    const begunAt = clock.now();
    const reason = `id: ${shareId} does not have the permission ${readWrite}; it has ${byDefault}`;
    await expect(fresh.read(`${shareId}/${readWrite}`)).rejects.toThrow(reason);
    expect(clock.now() - begunAt).toBeGreaterThanOrEqual(5_000);
    await expect(read("rs-000777/x")).rejects.toThrow("there is no SharePermission rs-000777/x");
  });

  it("returns all outputs of a SharePermission", async () => {
    const { up, shareId } = await open();
    expect(await up({ permissionName: readOnly })).toEqual({
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
    const { up, calls, writes } = await open({ ...switches, permissionNames: [readOnly] });
    const from = calls().length;
    await up({ permissionName: readOnly });
    expect(writes(from)).toEqual(["AssociateResourceSharePermission"]);
  });

  it.each([
    ["of another type before it detaches the old one", image, ["AssociateResourceSharePermission", "DisassociateResourceSharePermission"]],
    ["of the same type in place, without a gap in access", readWrite, ["AssociateResourceSharePermission"]],
  ])("attaches the permission %s", async (_, permissionName, expected) => {
    const { up, update, calls, writes, permissions } = await open({});
    const made = await up({ permissionName: readOnly });
    const from = calls().length;
    expect((await update(made, { permissionName })).id).toBe(made.id);
    expect(writes(from)).toEqual(expected);
    expect(permissions()).toEqual([permissionName]);
  });

  it("detaches the old permission of a SharePermission although the service returns the type of neither", async () => {
    const { up, again, permissions, simulator } = await open({});
    const withoutTypes = answering(simulator.transport, (body) => body.replaceAll(/"ResourceType":"[^"]*",?/g, ""));
    const made = await up({ permissionName: readOnly });
    const before = await again({ transport: withoutTypes }).refresh(made);
    await again({ transport: withoutTypes }).update(before ?? made, { permissionName: image });
    expect(permissions()).toEqual([image]);
  });

  it("detaches the old permission of a failed change in the next update", async () => {
    const { up, change, update, faults, permissions } = await open({});
    const made = await up({ permissionName: readOnly });
    faults.add({ operation: "DisassociateResourceSharePermission", fault: denied });
    const failed = await change(made, { permissionName: image });
    expect(failed.failure?.message).toContain(denied.code);
    expect(failed.state).toMatchObject({ permissionName: image, unverifiedPermissionNames: [readOnly] });
    const { state } = await update(failed, { permissionName: image });
    expect(permissions()).toEqual([image]);
    expect(state).not.toHaveProperty("unverifiedPermissionNames");
  });

  describe("after a change whose answers were lost, when nothing could be read", () => {
    /** A resource whose creation or update has attached the permission for images, and does not know it. */
    async function afterLostChange(before: string | undefined) {
      const fixture = await open({});
      const { up, create, change, faults, permissions, clock } = fixture;
      const made = before === undefined ? undefined : await up({ permissionName: before });
      // The reads before the call succeed.
      faults.add({ operation: "AssociateResourceSharePermission", times: 99, fault: { kind: "lost" } });
      const changing = made ? change(made, { permissionName: image }) : create({ permissionName: image });
      while (!permissions().includes(image)) await clock.sleep(50);
      faults.add({ times: 999, fault: denied });
      const failed = await changing;
      faults.clear();
      expect(failed.state).toMatchObject({
        permissionName: before ?? "",
        unverifiedPermissionNames: before === undefined ? [image] : [before, image],
      });
      return { ...fixture, failed };
    }

    it.each([
      ["creation", undefined],
      ["update", readOnly],
    ])("detaches on deletion a permission whose attachment in the %s of a SharePermission got no answer", async (_, before) => {
      const { failed, remove, permissions } = await afterLostChange(before);
      await remove(failed);
      expect(permissions()).toEqual([]);
    });

    it.each([
      [undefined, image],
      [readOnly, image],
      [readOnly, readOnly],
    ])(
      "corrects a change from %s whose attachment of a permission got no answer, so that only %s is left when the next update lists that",
      async (before, permissionName) => {
        const { failed, update, permissions } = await afterLostChange(before);
        const { state } = await update(failed, { permissionName });
        expect(permissions()).toEqual([permissionName]);
        expect(state).not.toHaveProperty("unverifiedPermissionNames");
      },
    );

    it("finds in a refresh the permission whose attachment got no answer", async () => {
      const { failed, refresh } = await afterLostChange(undefined);
      const found = await refresh(failed);
      expect(found?.state).toMatchObject({ permissionName: image });
      expect(found?.state["unverifiedPermissionNames"]).toBeUndefined();
    });
  });

  // (promise P-default-permission)
  it.each([
    ["restores the type's default, and warns what that may allow", readOnly, byDefault, /Switch replaced .* may allow more than before/],
    ["keeps a default permission, with a warning", byDefault, byDefault, /stays attached .* it is their default permission/],
  ])("detaches a permission while the share holds resources of its type: it %s", async (_, permissionName, left, warning) => {
    const { up, remove, permissions, warnings } = await open(twoTypes);
    await remove(await up({ permissionName }));
    expect(permissions()).toEqual([left, image].toSorted());
    expect(warnings()).toEqual([expect.stringMatching(warning)]);
  });

  it("keeps a permission attached, with a warning, when no default of its type is known", async () => {
    const { up, remove, simulator, permissions, warnings } = await open();
    const made = await up({ permissionName: readOnly });
    simulator.world.permissions.delete(byDefault);
    await remove(made);
    expect(permissions()).toEqual([readOnly]);
    expect(warnings()).toEqual([expect.stringMatching(/stays attached to .*no default permission of the type is known/)]);
  });

  it("reads a SharePermission as absent when another caller has attached another permission in its place", async () => {
    const { up, refresh, remove, outOfBand, shareId, permissions } = await open();
    const made = await up({ permissionName: readOnly });
    outOfBand.replacePermission(shareId, readWrite);
    expect(await refresh(made)).toBeUndefined();
    await remove(made);
    expect(permissions()).toEqual([readWrite]);
  });

  it("reports a new version of a permission in the outputs of its SharePermission, without a replacement", async () => {
    const { up, refresh, diff, outOfBand } = await open();
    const made = await up({ permissionName: readOnly });
    outOfBand.newPermissionVersion(readOnly);
    const seen = await refresh(made);
    expect(seen?.state).toMatchObject({ permissionVersion: "v1", defaultVersion: false });
    expect(diff({ ...made, ...seen }, { permissionName: readOnly }).replaces).toEqual([]);
  });

  it("rejects a permission that would replace one that another resource claims, in any order", async () => {
    const { as, permissions } = await openCustom();
    const names = custom;
    const outcomes = await Promise.allSettled(names.map((permissionName) => as(permissionName).up({ permissionName })));
    const [refused, ...others] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    expect(others).toEqual([]);
    for (const name of names) expect(refused).toContain(name);
    expect(permissions()).toHaveLength(1);
  });

  it("rejects a permission that would replace one that another resource has just attached, while no list shows it yet", async () => {
    const { as, clock, faults, permissions } = await openCustom();
    await clock.sleep(10_000);
    faults.add({ operation: "ListResourceSharePermissions", times: 99, fault: { kind: "stale", ms: 3_000 } });
    const [first, second] = custom.map((permissionName) => as(permissionName).up({ permissionName }));
    await expect(second).rejects.toThrow(`would replace ${custom[0]}, which another resource of the program claims`);
    await first;
    expect(permissions()).toEqual([custom[0]]);
  });

  it("swaps two permissions, and both stay attached", async () => {
    const { again, shareId, permissions } = await open({ ...twoTypes, permissionNames: undefined });
    const names = [readOnly, image];
    const first = again();
    const made = await Promise.all(names.map((permissionName) => first.as(permissionName).up({ permissionName })));
    const later = again();
    const swapped = names.toReversed().map((permissionName, index) => ({ ...later.as(names[index] ?? ""), permissionName }));
    for (const { driver, self, permissionName } of swapped) driver.diff(shareId, {}, { shareId, permissionName }, { urn: self });
    for (const [index, { id, state }] of made.entries()) {
      const { driver, self, permissionName } = swapped[index] ?? {};
      await driver?.update(id, state, { shareId, permissionName }, { urn: self ?? "" });
    }
    expect(permissions()).toEqual(names.toSorted());
  });

  it("attaches only the permissions that a change adds to the list of a share", async () => {
    const { up, update, calls, writes } = await openResource("ResourceShare");
    const share = { name: "a", ...switches, permissionNames: [readOnly] };
    const made = await up(share);
    const from = calls().length;
    await update(made, { ...share, permissionNames: [readOnly, image] });
    expect(writes(from)).toEqual(["AssociateResourceSharePermission"]);
  });

  it("keeps a permission that the share itself lists when a SharePermission would replace it", async () => {
    const { up, as, permissions } = await openResource("ResourceShare", { world: customWorld });
    const { id: shareId } = await up({ name: "a", ...switches, permissionNames: [byDefault] });
    await expect(as("may", "SharePermission").up({ shareId, permissionName: custom[0] })).rejects.toThrow(byDefault);
    expect(permissions(shareId)).toEqual([byDefault]);
  });

  it("fails a SharePermission when another caller replaces the permission at the same moment", async () => {
    const { again, simulator, outOfBand, shareId } = await open();
    const replacing = (body: string) => {
      outOfBand.replacePermission(shareId, readWrite);
      return body;
    };
    const { up } = again({ transport: answering(simulator.transport, replacing, "AssociateResourceSharePermission") });
    await expect(up({ permissionName: readOnly })).rejects.toThrow(/was attached, and is not listed: another process replaced it/);
  });

  it.each([
    ["gone", 404, "EntityNotExists.ResourceShare"],
    ["gone", 400, "InvalidParameter.ResourceShareId"],
    ["refused", 403, "NoPermission"],
  ])("reads and removes a permission as %s when the service returns %i %s", async (how, status, code) => {
    const { up, refresh, remove, faults } = await open();
    const made = await up({ permissionName: readOnly });
    faults.add({ operation: "ListResourceSharePermissions", times: 99, fault: { kind: "error", status, code } });
    faults.add({ operation: "DisassociateResourceSharePermission", fault: { kind: "error", status, code } });
    for (const work of [refresh, remove]) {
      if (how === "gone") await expect(work(made)).resolves.toBeUndefined();
      else await expect(work(made)).rejects.toThrow(code);
    }
  });
});

describe("two permissions of one share", () => {
  const ofOne =
    "the one permission for VSwitch of rs-1 is claimed by SharePermission it and by SharePermission other; list it in one of them";
  const ofName = `permission ${readOnly} of rs-1 is claimed by SharePermission it and by SharePermission other; list it in one of them`;
  it.each([
    ["of one type", readWrite, [ofOne]],
    ["of one name", readOnly, [ofName]],
    ["of two types", image, []],
  ])("compares two permissions of one share in the preview: %s", async (_, other, reasons) => {
    const { check, as } = await openResource("SharePermission");
    expect(check({ shareId: "rs-1", permissionName: readOnly })).toEqual([]);
    const failures = as("other").check({ shareId: "rs-1", permissionName: other });
    expect(failures.map(({ reason }) => reason)).toEqual(reasons);
  });
});
