import { describe, expect, it } from "vitest";
import type { Association } from "../../provider/api/entities.ts";
import { everythingOf } from "../../provider/resources/presence.ts";
import { demo } from "../../provider/simulator/demo.ts";
import { portfolio } from "../support/suite-scenarios.ts";

const arn = portfolio("port-1");
const type = "ServiceCatalogPortfolio";
const recordOf = (more: Partial<Association>): Association => ({
  ResourceShareId: "rs-1",
  AssociationType: "Resource",
  AssociationStatus: "Associated",
  EntityId: "port-1",
  ...more,
});

describe("everything that is in a share", () => {
  it.each<[string, Partial<Association>, "id" | "arn", object]>([
    ["by type and id", { ResourceArn: arn, EntityType: type }, "id", { resources: [{ type, id: "port-1" }] }],
    ["by ARN", { ResourceArn: arn, EntityType: type }, "arn", { resourceArns: [arn] }],
    ["by ARN where no type is known", { ResourceArn: arn }, "id", { resourceArns: [arn] }],
    ["by type and id where no ARN is known", { EntityType: type }, "arn", { resources: [{ type, id: "port-1" }] }],
    ["by its id when it is a target", { AssociationType: "Target", EntityId: demo.member }, "arn", { targets: [demo.member] }],
  ])("is named %s", (_, record, form, lists) => {
    const found = everythingOf({}, [recordOf(record)], form);
    expect(found.lists).toEqual(lists);
    expect(found.associations).toMatchObject([{ status: "Associated" }]);
  });

  it("is named as it is listed, whatever was asked for", () => {
    const record = recordOf({ ResourceArn: arn, EntityType: type });
    expect(everythingOf({ resourceArns: [arn] }, [record], "id").lists).toEqual({ resourceArns: [arn] });
    expect(everythingOf({ resources: [{ type, id: "port-1" }] }, [record], "arn").lists).toEqual({ resources: [{ type, id: "port-1" }] });
  });

  it("is what its newest records say", () => {
    const came = recordOf({ EntityType: type, CreateTime: "2026-01-01T00:00:01Z" });
    const left = recordOf({ EntityType: type, CreateTime: "2026-01-01T00:00:02Z", AssociationStatus: "Disassociated" });
    expect(everythingOf({}, [came, left], "id")).toEqual({ lists: {}, associations: [] });
    expect(everythingOf({}, [came, { ...left, CreateTime: "2026-01-01T00:00:00Z" }], "id").associations).toHaveLength(1);
  });
});
