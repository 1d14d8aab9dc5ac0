import { expect, it } from "vitest";
import {
  meantPermission,
  meantResourceType,
  permissionNames,
  resourceTypes,
  typeOfPermission,
} from "../../../../provider/api/catalogue.ts";

it("names each resource type and each permission of the catalogue once", () => {
  expect([...new Set([...resourceTypes, ...permissionNames])]).toHaveLength(resourceTypes.length + permissionNames.length);
});

it.each([
  ["vswitch", "VSwitch"],
  ["vSwitch", "VSwitch"],
  ["prefix-list", "PrefixList"],
  ["KmsInstance", "KMSInstance"],
  ["Images", "Image"],
  ["VSwitch", undefined],
  ["CompliancePack", undefined],
])("suggests for the resource type %s: %s", (typed, meant) => {
  expect(meantResourceType(typed)).toBe(meant);
});

it.each([
  ["aliyunrsdefaultpermissionvswitch", "AliyunRSDefaultPermissionVSwitch"],
  ["AliyunRSDefaultPermissionVSwitches", "AliyunRSDefaultPermissionVSwitch"],
  ["AliyunRSDefaultPermissionVSwitch", undefined],
  ["AliyunRSDefaultPermissionDatabase", undefined],
  ["AliyunRSPermissionVSwitchReadonly", "AliyunRSPermissionVSwitchReadOnly"],
  ["aliyunRSPermissionVswitchReadWrite", "AliyunRSPermissionVSwitchReadWrite"],
  ["AliyunRSPermissionVSwichReadOnly", "AliyunRSPermissionVSwitchReadOnly"],
  ["AliyunRSPermissionDatabaseReadonly", "AliyunRSPermissionDatabaseReadOnly"],
  ["AliyunRSPermissionDatabaseReadOnly", undefined],
  ["AliyunRSPermissionVSwitchReadOnly", undefined],
])("suggests for the permission %s: %s", (typed, meant) => {
  expect(meantPermission(typed)).toBe(meant);
});

it.each([
  ["AliyunRSPermissionKMSInstanceReadWrite", "KMSInstance"],
  ["AliyunRSDefaultPermissionDatabase", "Database"],
  ["AliyunRSPermissionDatabaseReadOnly", "Database"],
  ["AliyunRSPermissionDatabase", undefined],
  ["MyPermission", undefined],
])("recognizes the type of the permission %s by its name: %s", (name, type) => {
  expect(typeOfPermission(name)).toBe(type);
});
