import { expect, test } from "vitest";
import { resourceOfArn, targetKind } from "../../sdk/access/share-snapshot.ts";

test.each([
  ["rd-1", "ResourceDirectory"],
  ["r-1", "ResourceDirectory"],
  ["fd-1", "Folder"],
  ["1000000000000001", "Account"],
  ["ipam.aliyuncs.com", "Service"],
])("classifies the target %s as %s", (id, kind) => {
  expect(targetKind(id)).toBe(kind);
});

test("reads type and id of a resource from its ARN", () => {
  const arn = "acs:kms:cn-hangzhou:1:instance/kst-1/part";
  expect(resourceOfArn(arn)).toEqual({ type: "kms:instance", id: "kst-1/part", arn });
  expect(resourceOfArn(arn, "KMSInstance").type).toBe("KMSInstance");
});
