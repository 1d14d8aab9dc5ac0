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
  permissions: { Image: "ImageRead" },
});
const idsOf = (filters: Filters) => selected(accesses, filters).map(({ target, resource }) => `${target.id} ${resource.id}`);

test.each<[title: string, filters: Filters, expected: readonly string[]]>([
  ["a target", { targets: ["fd-1"] }, ["fd-1 m-1", "fd-1 vsw-1"]],
  ["a part of a target's id", { targets: ["fd-*"], types: ["vswitch"] }, ["fd-1 vsw-1"]],
  ["an ARN", { resources: ["acs:vpc:*"], targets: ["11"] }, ["11 vsw-1"]],
  ["a permission", { permissions: ["ImageRead"], pending: true }, ["11 m-1"]],
  ["a share by its id", { shares: ["rs-1"], targets: ["12"], types: ["Image"] }, ["12 m-1"]],
  ["another share", { shares: ["other"] }, []],
  ["what is, or may be, outside the directory", { external: true, types: ["Image"] }, ["11 m-1", "12 m-1", "ros.aliyuncs.com m-1"]],
])("selects by %s", (_title, filters, expected) => {
  expect(idsOf(filters)).toEqual(expected);
});

test("knows whether filters select a part", () => {
  expect([{}, { targets: [] }, { external: false }, { types: ["VSwitch"] }, { pending: true }].map(isSelective)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
