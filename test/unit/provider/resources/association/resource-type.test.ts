import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { entitiesOf, isSame } from "../../../../../provider/resources/association/entities.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare, portfolio } from "../../../../support/resource-scenarios.ts";

const one = urn("ShareAssociation", "one");
const two = urn("ShareAssociation", "two");
const arn = portfolio("port-1");

/** A service where resources of several types may have one id. */
function freeIds() {
  const harness = createHarness();
  const { kinds } = harness.simulator.world;
  for (const [type, kind] of kinds) kinds.set(type, { ...kind, idPrefix: "" });
  return harness;
}

/** The types of the resources in a share. */
const types = (harness: ReturnType<typeof createHarness>, shareId: string) =>
  [...(harness.simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ type }) => type).toSorted();

describe("a resource by id and a resource by ARN", () => {
  it.each<[boolean, string, Values, Values]>([
    [true, "a type in two spellings", { resources: [{ type: "VSwitch", id: "x-1" }] }, { resources: [{ type: "vswitch", id: "x-1" }] }],
    ...[
      ["VSwitch", "vpc", "vswitch"],
      ["PrefixList", "vpc", "prefixlist"],
      ["PrefixList", "vpc", "prefix-list"],
      ["ROSTemplate", "ros", "template"],
      ["KMSInstance", "kms", "instance"],
    ].map(([type = "", service, kind]): [boolean, string, Values, Values] => [
      true,
      `${type} and ${kind} of ${service}`,
      { resources: [{ type, id: "x-1" }] },
      { resourceArns: [`acs:${service}:cn-hangzhou:1:${kind}/x-1`] },
    ]),
    [
      false,
      "resources of two types with one id, one by ARN",
      { resources: [{ type: "Image", id: "x-1" }] },
      { resourceArns: ["acs:vpc:cn-hangzhou:1:vswitch/x-1"] },
    ],
    [false, "ARNs of two types with one id", { resourceArns: [arn] }, { resourceArns: [arn.replace("portfolio/", "product/")] }],
  ])("reports whether a resource by id and one by ARN are the same: %s for %s", (same, _, first, second) => {
    const [[a], [b]] = [entitiesOf(first), entitiesOf(second)];
    if (a === undefined || b === undefined) throw new Error("no entity");
    expect([isSame(a, b), isSame(b, a)]).toEqual([same, same]);
  });
});

describe("resources of two types with one id", () => {
  it("returns the property of the resource's own type's ARN, not of another type with the same id", () => {
    const resources = ["Image", "ServiceCatalogPortfolio"].map((type) => ({ type, id: "port-1" }));
    const resourceProperties = [{ arn, property: { sharePrincipals: true } }];
    expect(entitiesOf({ resources, resourceProperties }).map(({ property }) => property)).toEqual([undefined, '{"sharePrincipals":true}']);
  });

  const image = { resources: [{ type: "Image", id: "x-1" }] };
  const vswitch = { resources: [{ type: "VSwitch", id: "x-1" }] };
  const byArnOf = (type: string, service: string) => ({ resourceArns: [`acs:${service}:cn-hangzhou:${demo.owner}:${type}/x-1`] });

  it.each<[string, Values, Values]>([
    ["both by id", image, vswitch],
    ["one by id and one by ARN", image, byArnOf("vswitch", "vpc")],
    ["both by ARN", byArnOf("image", "ecs"), byArnOf("vswitch", "vpc")],
  ])("keeps resources of two types with one id apart when one leaves the share: %s", async (_, first, second) => {
    const harness = freeIds();
    const shareId = await aShare(harness);
    const run = harness.run();
    const [a, b] = [
      await up(run.driver("ShareAssociation"), { shareId, ...first }, one),
      await up(run.driver("ShareAssociation"), { shareId, ...second }, two),
    ];
    expect(types(harness, shareId)).toEqual(["Image", "VSwitch"]);
    expect(await isUnchanged(harness.run().driver("ShareAssociation"), b, { shareId, ...second }, two)).toBe(true);
    await run.driver("ShareAssociation").delete(a.id, a.state, { urn: one });
    expect(types(harness, shareId)).toEqual(["VSwitch"]);
    expect(await refresh(harness.run().driver("ShareAssociation"), a, one)).toBeUndefined();
  });

  it("replaces a resource by id with one of another type by ARN", async () => {
    const harness = freeIds();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, ...image }, one);
    const changed = await updateIfChanged(driver, made, { shareId, ...byArnOf("vswitch", "vpc") }, one);
    expect(types(harness, shareId)).toEqual(["VSwitch"]);
    expect(changed.state["associations"]).toMatchObject([{ entityType: "VSwitch", entityId: "x-1" }]);
  });

  it("keeps resources of two types apart where the service returns no ARNs", async () => {
    const harness = freeIds();
    const shareId = await aShare(harness);
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      return { ...answer, body: answer.body.replace(/"ResourceArn":"[^"]*",?/g, "") };
    };
    const driver = () => harness.run({ transport }).driver("ShareAssociation");
    const made = await up(driver(), { shareId, ...byArnOf("vswitch", "vpc") }, one);
    harness.simulator.outOfBand.associate(shareId, image);
    harness.simulator.outOfBand.disassociate(shareId, "x-1");
    await harness.clock.sleep(1000);
    expect(types(harness, shareId)).toEqual(["Image"]);
    expect(await refresh(driver(), made, one)).toBeUndefined();
  });
});

describe("a resource whose ARN names its type in an unknown way", () => {
  it("keeps a resource associated that is now listed by an ARN of an unknown type instead of by id", async () => {
    const harness = createHarness();
    const { kinds } = harness.simulator.world;
    for (const [type, kind] of kinds) kinds.set(type, { ...kind, arnType: `old${kind.arnType}` });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, resources: [{ type: "Image", id: "m-1" }] }, one);
    await updateIfChanged(driver, made, { shareId, resourceArns: [`acs:ecs:cn-hangzhou:${demo.owner}:oldimage/m-1`] }, one);
    expect(types(harness, shareId)).toEqual(["Image"]);
  });
});

async function isUnchanged(...[driver, made, inputs, self]: Parameters<typeof updateIfChanged>): Promise<boolean> {
  const read = await refresh(driver, made, self);
  return read !== undefined && driver.diff(read.id, read.state, checkedBy(driver, inputs, self), { urn: self }).changed.length === 0;
}
