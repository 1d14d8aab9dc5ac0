import { expect, test } from "vitest";
import { isArnOf } from "../../../provider/resources/association/resource-type.ts";
import { resourceOfArn, targetKind } from "../../../access/share-snapshot.ts";

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
  const arn = "acs:rds:cn-hangzhou:1:instance/rm-1/part";
  expect(resourceOfArn(arn)).toEqual({ type: "rds:instance", id: "rm-1/part", arn });
  expect(resourceOfArn(arn, "RDSInstance").type).toBe("RDSInstance");
});

test.each([
  ["vpc", "VSwitch", "VSwitch"],
  ["vpc", "v-switch", "VSwitch"],
  ["vpc", "prefix-list", "PrefixList"],
  ["ecs", "capacity-reservation", "CapacityReservation"],
  ["kms", "instance", "KMSInstance"],
  ["kms", "kmsinstance", "KMSInstance"],
  ["ros", "template", "ROSTemplate"],
  ["servicecatalog", "portfolio", "ServiceCatalogPortfolio"],
])("names the type of an ARN of %s with %s as the provider compares it: %s", (service, kind, type) => {
  const arn = `acs:${service}:cn-hangzhou:1:${kind}/x-1`;
  expect(resourceOfArn(arn).type).toBe(type);
  expect(isArnOf(arn, type, "x-1")).toBe(true);
});
