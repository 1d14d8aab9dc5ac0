import { expect, test } from "vitest";
import { targetKind, targetOf } from "../../../access/share-snapshot.ts";

test.each([
  ["rd-1", "ResourceDirectory"],
  ["r-1", "ResourceDirectory"],
  ["fd-1", "Folder"],
  ["1000000000000001", "Account"],
  ["ipam.aliyuncs.com", "Service"],
])("classifies the target %s as %s", (id, kind) => {
  expect(targetKind(id)).toBe(kind);
});

test("omits whether a target that is a service, which is in no directory, is external", () => {
  expect(targetOf("ipam.aliyuncs.com", false)).toEqual({ id: "ipam.aliyuncs.com", kind: "Service" });
  expect(targetOf("1000000000000001", false)).toEqual({ id: "1000000000000001", kind: "Account", external: false });
});
