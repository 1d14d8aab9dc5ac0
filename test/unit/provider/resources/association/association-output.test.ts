import { describe, expect, it } from "vitest";
import type { Association } from "../../../../../provider/api/entities.ts";
import {
  allSettled,
  type AssociationOutput,
  allAssociations,
  managedAssociations,
  outputOf,
} from "../../../../../provider/resources/association/association-output.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { portfolio } from "../../../../support/resource-scenarios.ts";
import { recordOf } from "../record.ts";

const arn = portfolio("port-1");
const type = "ServiceCatalogPortfolio";
const [byId, byArn] = [new Set<string>(), new Set([type])];

describe("everything that is in a share", () => {
  it.each<[string, Partial<Association>, ReadonlySet<string>, object]>([
    ["by type and id", { ResourceArn: arn, EntityType: type }, byId, { resources: [{ type, id: "port-1" }] }],
    ["by ARN", { ResourceArn: arn, EntityType: type }, byArn, { resourceArns: [arn] }],
    ["by ARN where no type is known", { ResourceArn: arn }, byId, { resourceArns: [arn] }],
    ["by type and id where no ARN is known", { EntityType: type }, byArn, { resources: [{ type, id: "port-1" }] }],
    ["by its id when it is a target", { AssociationType: "Target", EntityId: demo.member }, byArn, { targets: [demo.member] }],
  ])("names each entity of a share in the outputs %s", (_, record, types, lists) => {
    const found = allAssociations({}, [recordOf(record)], types);
    expect(found.lists).toEqual(lists);
    expect(found.associations).toMatchObject([{ status: "Associated" }]);
  });

  it.each([
    [demo.directory, "ResourceDirectory"],
    [demo.folders.apps, "Folder"],
    [demo.member, "Account"],
    [demo.service, "Service"],
  ])("reports target %s as a %s, although its record has the type Account", (id, kind) => {
    const record = recordOf({ AssociationType: "Target", EntityType: "Account", EntityId: id });
    expect(outputOf(record)).toMatchObject({ kind: "Target", entityType: kind, entityId: id });
  });

  it("keeps the form of a listed resource in the outputs, id or ARN, as the program writes it", () => {
    const record = recordOf({ ResourceArn: arn, EntityType: type });
    expect(allAssociations({ resourceArns: [arn] }, [record], byId).lists).toEqual({ resourceArns: [arn] });
    expect(allAssociations({ resources: [{ type, id: "port-1" }] }, [record], byArn).lists).toEqual({
      resources: [{ type, id: "port-1" }],
    });
  });

  it("reports the property of a resource that the program does not list, from its newest record", () => {
    const [old, now] = ["2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"].map((CreateTime, index) =>
      recordOf({ ResourceArn: arn, EntityType: type, CreateTime, ResourceProperty: `{"a":${index}}` }),
    );
    const resourceProperties = [{ arn, property: { a: 1 } }];
    const found = (types: ReadonlySet<string>) =>
      allAssociations(
        {},
        [old, now].filter((one) => one !== undefined),
        types,
      ).lists;
    expect(found(byId)).toEqual({ resources: [{ type, id: "port-1" }], resourceProperties });
    expect(found(byArn)).toEqual({ resourceArns: [arn], resourceProperties });
  });

  it("reports each entity in the outputs by its newest records", () => {
    const came = recordOf({ EntityType: type, CreateTime: "2026-01-01T00:00:01Z" });
    const left = recordOf({ EntityType: type, CreateTime: "2026-01-01T00:00:02Z", AssociationStatus: "Disassociated" });
    expect(allAssociations({}, [came, left], byId)).toEqual({ lists: {}, associations: [] });
    expect(allAssociations({}, [came, { ...left, CreateTime: "2026-01-01T00:00:00Z" }], byId).associations).toHaveLength(1);
  });
});

describe("what of the lists is in a share", () => {
  const property = '{"a":1}';
  const target = recordOf({ AssociationType: "Target", EntityId: demo.service, TargetProperty: property });
  const resource = recordOf({ ResourceArn: arn, EntityType: type, ResourceProperty: property });

  it("reports a target's property in the outputs, and a resource's only where the program lists one", () => {
    const lists = { targets: [demo.service], resourceArns: [arn] };
    const held = { targets: [{ id: demo.service, property: { a: 1 } }], resourceArns: [arn] };
    expect(managedAssociations(lists, [target, resource]).lists).toEqual(held);
    const described = { ...lists, resourceProperties: [{ arn, property: { a: 2 } }] };
    expect(managedAssociations(described, [target, resource]).lists).toEqual({
      ...held,
      resourceProperties: [{ arn, property: { a: 1 } }],
    });
  });

  it("reports entities in the outputs in one order, whatever the service's order", () => {
    const lists = { targets: [demo.service, demo.member], resourceArns: [arn] };
    const member = recordOf({ AssociationType: "Target", EntityId: demo.member });
    const ids = (records: Association[]) => managedAssociations(lists, records).associations.map(({ entityId }) => entityId);
    expect(ids([target, member, resource])).toEqual(["port-1", demo.member, demo.service]);
    expect(ids([resource, member, target])).toEqual(["port-1", demo.member, demo.service]);
  });

  it.each<[boolean, string, string, string?]>([
    [true, "all are associated", "Associated", "Associated external"],
    [true, "one is invited", "Associated", "Associating external"],
    [false, "one is in progress", "Associated", "Associating"],
    [false, "one outside has failed", "Associated", "Failed external"],
    [false, "one is not there", "Associated"],
  ])("reports whether entities have settled: %s, when %s", (isSettled, _, ...states) => {
    const ids = [demo.member, demo.consumer];
    const outputs = states.map((text = "", index): AssociationOutput => {
      const [status = "", external] = text.split(" ");
      return { kind: "Target", entityId: ids[index] ?? "", status, external: external !== undefined };
    });
    expect(allSettled({ targets: ids }, outputs)).toBe(isSettled);
  });
});
