import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { describeTransports, createShare, type Fixture } from "../fixture.ts";

const byDefault = "AliyunRSDefaultPermissionVSwitch";
const readOnly = "AliyunRSPermissionVSwitchReadOnly";
const vswitch = { Resources: [{ ResourceId: "vsw-1", ResourceType: "VSwitch" }] };
const place = { ResourceType: "ResourceShare", RegionId: "cn-hangzhou" };

async function attached({ list }: Fixture, id: string, account?: string, ResourceOwner = "Self") {
  return list("ListResourceSharePermissions", { ResourceShareId: id, ResourceOwner }, account);
}

describeTransports("permissions, tags, directory and regions", (make) => {
  test("makes the simulator attach the default permission of a type that the share names none for", async () => {
    const fixture = await make();
    const id = await createShare(fixture, { ...vswitch, Targets: [demo.member] });
    expect(await attached(fixture, id)).toMatchObject([
      { PermissionName: byDefault, PermissionVersion: "v2", DefaultPermission: true, DefaultVersion: true },
    ]);
    fixture.clock.advance(200);
    expect(await attached(fixture, id, demo.member, "OtherAccounts")).toHaveLength(1);
    const named = await createShare(fixture, { ...vswitch, PermissionNames: [readOnly] });
    expect(await attached(fixture, named)).toMatchObject([{ PermissionName: readOnly, DefaultPermission: false }]);
  });

  test("rejects a second permission of a type in the simulator unless it replaces the first", async () => {
    const fixture = await make();
    const id = await createShare(fixture, vswitch);
    const attach = (Replace: boolean) =>
      fixture.call("AssociateResourceSharePermission", { ResourceShareId: id, PermissionName: readOnly, Replace });
    expect((await attach(false)).status).toBe(409);
    expect((await attach(true)).status).toBe(200);
    expect(await attached(fixture, id)).toMatchObject([{ PermissionName: readOnly }]);
  });

  test("keeps an attached permission of the simulator in its version until it is attached again", async () => {
    const fixture = await make();
    const id = await createShare(fixture, vswitch);
    expect(fixture.simulator.outOfBand.newPermissionVersion(byDefault)).toBe("v3");
    expect(await attached(fixture, id)).toMatchObject([{ PermissionVersion: "v2", DefaultVersion: false }]);
    const versions = await fixture.list("ListPermissionVersions", { PermissionName: byDefault });
    expect(versions.map((version) => [version["PermissionVersion"], version["DefaultVersion"]])).toEqual([
      ["v1", false],
      ["v2", false],
      ["v3", true],
    ]);
    await fixture.ok("AssociateResourceSharePermission", { ResourceShareId: id, PermissionName: byDefault, Replace: true });
    expect(await attached(fixture, id)).toMatchObject([{ PermissionVersion: "v3", DefaultVersion: true }]);
  });

  test("adds tags in the simulator, lists them by share and by tag, and removes them", async () => {
    const fixture = await make();
    const id = await createShare(fixture, { Tag: [{ Key: "a", Value: "1" }] });
    await fixture.ok("TagResources", { ...place, ResourceId: [id], Tag: [{ Key: "b", Value: "" }] });
    const tags = async (request: object) => {
      const listed = (await fixture.ok("ListTagResources", { ...place, ...request })) as {
        TagResources: { TagResource: { TagKey: string; TagValue: string }[] };
      };
      return listed.TagResources.TagResource.map(({ TagKey, TagValue }) => `${TagKey}=${TagValue}`);
    };
    expect(await tags({ ResourceId: [id] })).toEqual(["a=1", "b="]);
    expect(await tags({ Tag: [{ Key: "a", Value: "1" }] })).toEqual(["a=1", "b="]);
    expect(await tags({ Tag: [{ Key: "a", Value: "2" }] })).toEqual([]);
    await fixture.ok("UntagResources", { ...place, ResourceId: [id], TagKey: ["a"] });
    expect(await tags({ ResourceId: [id] })).toEqual(["b="]);
    await fixture.ok("UntagResources", { ...place, ResourceId: [id], All: true });
    expect(await tags({ ResourceId: [id] })).toEqual([]);
  });
});
