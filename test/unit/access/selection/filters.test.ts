import { expect, test } from "vitest";
import { type Filters, isSelective, selected } from "../../../../access/selection/filters.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf } from "../builders.ts";

const accesses = accessesOf({
  resources: [
    { type: "VSwitch", id: "vsw-1", arn: "acs:vpc:x:1:vswitch/vsw-1" },
    { type: "Image", id: "m-1" },
  ],
  targets: ["fd-1", targetOf("11", true), targetOf("12", null), "ros.aliyuncs.com"],
  pending: ["11"],
  permissions: { Image: "AliyunRSPermissionImageRead" },
});
const idsOf = (filters: Filters) => selected(accesses, filters).map(({ target, resource }) => `${target.id} ${resource.id}`);

test.each<[title: string, filters: Filters, expected: readonly string[]]>([
  ["a target", { target: ["fd-1"] }, ["fd-1 m-1", "fd-1 vsw-1"]],
  ["a part of a target's id", { target: ["fd-*"], type: ["vswitch"] }, ["fd-1 vsw-1"]],
  ["an ARN", { resource: ["acs:vpc:*"], target: ["11"] }, ["11 vsw-1"]],
  ["a permission as tables show it", { permission: ["read"], pending: true }, ["11 m-1"]],
  ["a permission", { permission: ["AliyunRSPermissionImageRead"], pending: true }, ["11 m-1"]],
  ["a share by its id", { share: ["rs-1"], target: ["12"], type: ["Image"] }, ["12 m-1"]],
  ["another share", { share: ["other"] }, []],
  ["what is, or may be, outside the directory", { external: true, type: ["Image"] }, ["11 m-1", "12 m-1", "ros.aliyuncs.com m-1"]],
])("selects access by %s", (_title, filters, expected) => {
  expect(idsOf(filters)).toEqual(expected);
});

test("treats filters of access as selective only if they can exclude an access", () => {
  expect([{}, { target: [] }, { external: false }, { type: ["VSwitch"] }, { pending: true }].map(isSelective)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
