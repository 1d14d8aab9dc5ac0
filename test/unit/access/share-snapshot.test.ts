import { expect, test } from "vitest";
import { targetKind } from "../../../access/share-snapshot.ts";

test.each([
  ["rd-1", "ResourceDirectory"],
  ["r-1", "ResourceDirectory"],
  ["fd-1", "Folder"],
  ["1000000000000001", "Account"],
  ["ipam.aliyuncs.com", "Service"],
])("classifies the target %s as %s", (id, kind) => {
  expect(targetKind(id)).toBe(kind);
});
