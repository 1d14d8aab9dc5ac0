import { expect, it } from "vitest";
import { meantPermission, meantResourceType, permissionNames, resourceTypes, shareableTypes } from "../../../../provider/api/catalogue.ts";

it("names each type and each permission once", () => {
  expect([...new Set([...resourceTypes, ...permissionNames])]).toHaveLength(resourceTypes.length + permissionNames.length);
});

it("lists the default permission of each type first", () => {
  expect(shareableTypes.map(({ permissions }) => permissions[0])).toEqual(resourceTypes.map((type) => `AliyunRSDefaultPermission${type}`));
});

it.each([
  ["vswitch", "VSwitch"],
  ["vSwitch", "VSwitch"],
  ["prefix-list", "PrefixList"],
  ["KmsInstance", "KMSInstance"],
  ["Images", "Image"],
  ["VSwitch", undefined],
  ["CompliancePack", undefined],
])("takes the resource type %s for %s", (typed, meant) => {
  expect(meantResourceType(typed)).toBe(meant);
});

it.each([
  ["aliyunrsdefaultpermissionvswitch", "AliyunRSDefaultPermissionVSwitch"],
  ["AliyunRSDefaultPermissionVSwitches", "AliyunRSDefaultPermissionVSwitch"],
  ["AliyunRSDefaultPermissionVSwitch", undefined],
  ["AliyunRSDefaultPermissionDatabase", undefined],
])("takes the permission %s for %s", (typed, meant) => {
  expect(meantPermission(typed)).toBe(meant);
});
