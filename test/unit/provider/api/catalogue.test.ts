import { expect, it } from "vitest";
import {
  meantPermission,
  meantResourceType,
  permissionNames,
  resourceTypes,
  typeOfPermission,
} from "../../../../provider/api/catalogue.ts";

it("names each type and each permission once", () => {
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
])("takes the resource type %s for %s", (typed, meant) => {
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
])("takes the permission %s for %s", (typed, meant) => {
  expect(meantPermission(typed)).toBe(meant);
});

it.each([
  ["AliyunRSPermissionKMSInstanceReadWrite", "KMSInstance"],
  ["AliyunRSDefaultPermissionDatabase", "Database"],
  ["AliyunRSPermissionDatabaseReadOnly", "Database"],
  ["AliyunRSPermissionDatabase", undefined],
  ["MyPermission", undefined],
])("knows by the name of %s that it is for %s", (name, type) => {
  expect(typeOfPermission(name)).toBe(type);
});
