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

test("does not say of a service, which is in no directory, whether it is outside", () => {
  expect(targetOf("ipam.aliyuncs.com", false)).toEqual({ id: "ipam.aliyuncs.com", kind: "Service" });
  expect(targetOf("1000000000000001", false)).toEqual({ id: "1000000000000001", kind: "Account", external: false });
});
