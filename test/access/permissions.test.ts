import { expect, test } from "vitest";
import { permissionsByType } from "../../sdk/access/permissions.ts";

const none: ReadonlyMap<string, string> = new Map();

test("a permission belongs to the type whose name it holds, the longer name first", () => {
  const names = ["AliyunRSPermissionIpamReadOnly", "AliyunRSPermissionIpamPoolReadOnly"];
  expect(Object.fromEntries(permissionsByType(names, ["Ipam", "IpamPool"], none))).toEqual({ Ipam: names[0], IpamPool: names[1] });
});

test("one permission and one type that are left belong together", () => {
  expect(permissionsByType(["Custom"], ["VSwitch"], none).get("VSwitch")).toBe("Custom");
});

test("nothing is guessed when several are left", () => {
  expect(permissionsByType(["One", "Two"], ["VSwitch", "Image"], none).size).toBe(0);
});

test("what is attached for a type counts before any name", () => {
  expect(permissionsByType(["VSwitchX"], ["VSwitch"], new Map([["VSwitch", "Attached"]])).get("VSwitch")).toBe("Attached");
});

test("a permission of the service's own is for no type but the one that its name holds", () => {
  expect(permissionsByType(["AliyunRSPermissionVSwitchReadOnly"], ["Image"], none).size).toBe(0);
});
