import { expect, test } from "vitest";
import { riskFirst } from "../../../../../access/diff/review/risks.ts";
import { targetOf } from "../../../../../access/share-snapshot.ts";
import { accessesOf } from "../../builders.ts";

test("orders accesses by their worst risk, then by what else is risky, and keeps the order of the others", () => {
  const permissions = { Image: "AliyunRSPermissionImageReadWrite" };
  const targets = ["fd-1", targetOf("11", null), targetOf("rd-1", false), targetOf("ipam.aliyuncs.com", false), targetOf("21", true)];
  const resources = [
    { type: "VSwitch", id: "vsw-1" },
    { type: "Image", id: "m-1" },
  ];
  const ordered = riskFirst(accessesOf({ permissions, targets, resources }));
  expect(ordered.map(({ target, resource }) => `${target.id} ${resource.id}`)).toEqual([
    ...["21 m-1", "21 vsw-1", "ipam.aliyuncs.com m-1", "ipam.aliyuncs.com vsw-1", "rd-1 m-1", "rd-1 vsw-1"],
    ...["11 m-1", "fd-1 m-1", "11 vsw-1", "fd-1 vsw-1"],
  ]);
});
