import { expect, test } from "vitest";
import { permissionsByType } from "../../../access/permissions-by-type.ts";

const none: ReadonlyMap<string, string> = new Map();

test("assigns a permission of the service to the type in its name only", () => {
  expect(permissionsByType(["AliyunRSPermissionVSwitchReadOnly"], ["Image"], none).size).toBe(0);
});

test("assigns a permission whose name holds two types to the longer one only", () => {
  expect(Object.fromEntries(permissionsByType(["AliyunRSPermissionIpamPoolReadOnly"], ["Ipam", "IpamPool"], none))).toEqual({
    IpamPool: "AliyunRSPermissionIpamPoolReadOnly",
  });
});

test("assigns no remaining permission to a type when several types or several permissions remain", () => {
  expect(permissionsByType(["Custom"], ["VSwitch", "Image"], none).size).toBe(0);
  expect(permissionsByType(["Custom", "Other"], ["VSwitch"], none).size).toBe(0);
  expect(permissionsByType([], ["VSwitch"], none).size).toBe(0);
});

test("assigns a permission to the resource type that its name contains in any case, also when the type is listed twice", () => {
  expect(permissionsByType(["custom-vswitch", "custom"], ["VSwitch", "VSwitch", "Image"], none)).toEqual(
    new Map([
      ["VSwitch", "custom-vswitch"],
      ["Image", "custom"],
    ]),
  );
});
