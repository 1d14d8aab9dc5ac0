import { describe, expect, it } from "vitest";
import type { Association, ResourceShare } from "../../../../../../provider/api/entities.ts";
import { differencesOf } from "../../../../../../provider/resources/share/creation/differences.ts";
import { createTagKey } from "../../../../../../provider/resources/tags/tag-calls.ts";
import { recordOf } from "../../record.ts";

const record = (tags: Readonly<Record<string, string>>, more: Partial<ResourceShare> = {}): ResourceShare => ({
  ResourceShareId: "rs-1",
  ResourceShareName: "net",
  ResourceShareOwner: "1",
  ResourceShareStatus: "Active",
  Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  ...more,
});
describe("what a share has that the program does not want", () => {
  const wanted = {
    name: "net",
    resources: [{ type: "VSwitch", id: "vsw-1" }],
    targets: ["2"],
    permissionNames: ["P"],
    tags: { team: "net" },
    resourceGroupId: "rg-1",
  };
  const association = (more: Partial<Association>) => recordOf({ AssociationType: "Target", EntityId: "2", ...more });
  const inGroup = (share: ResourceShare): ResourceShare => ({ ResourceGroupId: "rg-1", ...share });
  const differences = (share: ResourceShare, associations: readonly Association[] = [], permissions: readonly string[] = []) =>
    differencesOf(
      { share: inGroup(share), associations, permissions: permissions.map((PermissionName) => ({ PermissionName })) },
      wanted,
      "1",
    );

  it("lets an unfinished share be resumed that holds only a part of the program", () => {
    expect(differences(record({ [createTagKey]: "x" }))).toEqual([]);
    const resource = association({ AssociationType: "Resource", EntityType: "VSwitch", EntityId: "vsw-1" });
    expect(differences(record({ team: "net", "acs:rm:rgId": "rg" }), [association({}), resource], ["P"])).toEqual([]);
  });

  it.each<[string, ResourceShare, Association[]?, string[]?]>([
    ["its name", record({}, { ResourceShareName: "other" })],
    ["account 9", record({}, { ResourceShareOwner: "9" })],
    ["its owner is not known", record({}, { ResourceShareOwner: undefined })],
    ["the resource group rg-2 and not in rg-1", record({}, { ResourceGroupId: "rg-2" })],
    ["external targets", record({}, { AllowExternalTargets: true })],
    ["the tag team=core", record({ team: "core" })],
    ["the tag constructor=x", record({ constructor: "x" })],
    ["the target 3", record({}), [association({ EntityId: "3" })]],
    ["the resource Image vsw-1", record({}), [association({ AssociationType: "Resource", EntityType: "Image", EntityId: "vsw-1" })]],
    ["the permission Q", record({}), [], ["Q"]],
  ])('reports "%s" among the differences of an unfinished share', (part, share, associations, permissions) => {
    expect(differences(share, associations, permissions)).toEqual([expect.stringContaining(part)]);
  });

  it("reports, with `stsEndpoint`, that the owner of an unfinished share cannot be compared with an account that is not known", () => {
    expect(differencesOf({ share: inGroup(record({})), associations: [], permissions: [] }, wanted, undefined)).toEqual([
      expect.stringContaining("stsEndpoint"),
    ]);
  });

  it("lets an unfinished share be resumed that has ended associations or a type's default permission", () => {
    const permissions = [{ PermissionName: "D", DefaultPermission: true }];
    const associations = [association({ EntityId: "3", AssociationStatus: "Disassociated" })];
    expect(differencesOf({ share: inGroup(record({})), associations, permissions }, wanted, "1")).toEqual([]);
  });
});
