import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { entitiesOf, isSame } from "../../../../../provider/resources/association/entities.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { answering, openResource } from "../../../../support/resource-fixture.ts";
import { portfolio } from "../../../../support/resource-scenarios.ts";

const arn = portfolio("port-1");
const byId = (type: string) => ({ resources: [{ type, id: "x-1" }] });
const byArn = (service: string, type: string) => ({
  resourceArns: [`acs:${service}:cn-hangzhou:${demo.owner}:${type}/x-1`],
});

/** A share in a service where resources of several types may have one id. */
async function open() {
  const fixture = await openResource("ShareAssociation", { share: {} });
  const { simulator, shareId } = fixture;
  const { kinds } = simulator.world;
  for (const [type, kind] of kinds) kinds.set(type, { ...kind, idPrefix: "" });
  /** The types of the resources in the share. */
  const types = () => [...(simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ type }) => type).toSorted();
  return { ...fixture, kinds, types };
}

describe("two entities", () => {
  it.each<[boolean, string, Values, Values]>([
    [true, "a resource by id and by ARN", { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] }, { resourceArns: [arn] }],
    [true, "a type in two spellings", byId("VSwitch"), byId("vswitch")],
    [true, "VSwitch and vswitch of vpc", byId("VSwitch"), byArn("vpc", "vswitch")],
    [true, "PrefixList and prefixlist of vpc", byId("PrefixList"), byArn("vpc", "prefixlist")],
    [true, "PrefixList and prefix-list of vpc", byId("PrefixList"), byArn("vpc", "prefix-list")],
    [true, "ROSTemplate and template of ros", byId("ROSTemplate"), byArn("ros", "template")],
    [true, "KMSInstance and instance of kms", byId("KMSInstance"), byArn("kms", "instance")],
    [true, "a target with a property and without", { targets: ["x-1"] }, { targets: [{ id: "x-1", property: { a: 1 } }] }],
    [false, "resources of two types with one id", byId("VSwitch"), byId("Image")],
    [false, "resources of two types with one id, one by ARN", byId("Image"), byArn("vpc", "vswitch")],
    [false, "ARNs of two types with one id", { resourceArns: [arn] }, { resourceArns: [arn.replace("portfolio/", "product/")] }],
    [false, "ARNs of two regions with one id", { resourceArns: [arn] }, { resourceArns: [arn.replace("cn-hangzhou", "cn-beijing")] }],
    [false, "a target and a resource with one id", { targets: ["x-1"] }, byId("Image")],
    [false, "two targets", { targets: ["x-1"] }, { targets: ["x-2"] }],
  ])("reports whether two entities of a share are the same: %s for %s", (same, _, first, second) => {
    const [[one], [two]] = [entitiesOf(first), entitiesOf(second)];
    if (one === undefined || two === undefined) throw new Error("no entity");
    expect([isSame(one, two), isSame(two, one)]).toEqual([same, same]);
  });
});

describe("resources of two types with one id", () => {
  it.each<[string, Values, Values]>([
    ["both by id", byId("Image"), byId("VSwitch")],
    ["one by id and one by ARN", byId("Image"), byArn("vpc", "vswitch")],
    ["both by ARN", byArn("ecs", "image"), byArn("vpc", "vswitch")],
  ])("keeps resources of two types with one id apart when one leaves the share: %s", async (_, first, second) => {
    const { as, again, types } = await open();
    const [a, b] = [await as("one").up(first), await as("two").up(second)];
    expect(types()).toEqual(["Image", "VSwitch"]);
    const { refresh, diff } = again().as("two");
    const seen = await refresh(b);
    expect(seen && diff(seen, second).changed).toEqual([]);
    await as("one").remove(a);
    expect(types()).toEqual(["VSwitch"]);
    expect(await again().as("one").refresh(a)).toBeUndefined();
  });

  it("replaces a resource by id with one of another type by ARN", async () => {
    const { up, update, types } = await open();
    const changed = await update(await up(byId("Image")), byArn("vpc", "vswitch"));
    expect(types()).toEqual(["VSwitch"]);
    expect(changed.state["associations"]).toMatchObject([{ entityType: "VSwitch", entityId: "x-1" }]);
  });

  it("keeps resources of two types with one id apart where the service returns no ARNs", async () => {
    const { again, simulator, outOfBand, clock, types, shareId } = await open();
    const withoutArns = (body: string) => body.replace(/"ResourceArn":"[^"]*",?/g, "");
    const runner = { transport: answering(simulator.transport, withoutArns) };
    const made = await again(runner).up(byArn("vpc", "vswitch"));
    outOfBand.associate(shareId, byId("Image"));
    outOfBand.disassociate(shareId, "x-1");
    await clock.sleep(1000);
    expect(types()).toEqual(["Image"]);
    expect(await again(runner).refresh(made)).toBeUndefined();
  });

  it("keeps a resource associated that is now listed by an ARN of an unknown type instead of by id", async () => {
    const { up, update, kinds, types } = await open();
    for (const [type, kind] of kinds) kinds.set(type, { ...kind, arnType: `old${kind.arnType}` });
    await update(await up(byId("Image")), byArn("ecs", "oldimage"));
    expect(types()).toEqual(["Image"]);
  });
});
