import { describe, expect, it } from "vitest";
import { InputError } from "../../../../../provider/kernel/errors.ts";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Token } from "../../../../support/harness.ts";
import { denied, openResource } from "../../../../support/resource-fixture.ts";
import { permission, portfolio } from "../../../../support/resource-scenarios.ts";

const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
const byArn = { resourceArns: [portfolio("port-1")] };
const image = permission("Image", "ReadOnly");
const net = { name: "net", targets: [demo.member] };
const open = () => openResource("ResourceShare");

describe("an entity that moves between two resources of one run stays associated", () => {
  const forms: readonly (readonly [string, Values, Values])[] = [
    ["a resource from id to ARN", byId, byArn],
    ["a resource from ARN to id", byArn, byId],
  ];

  it.each(forms)(
    "keeps an entity associated that moves from a ResourceShare into a ShareAssociation: %s",
    async (_, inline, standalone) => {
      const { up, again, clock } = await open();
      const made = await up({ name: "net", ...inline });
      const { update, as } = again();
      const more = { shareId: made.id, ...standalone };
      const [left, joined] = await Promise.all([update(made, { name: "net" }), as("more", "ShareAssociation").up(more)]);
      await clock.sleep(1000);
      const after = again();
      const [share, association] = [await after.refresh(left), await after.as("more", "ShareAssociation").refresh(joined)];
      expect(association && after.as("more", "ShareAssociation").diff(association, more).changed).toEqual([]);
      expect(share && after.diff(share, { name: "net" }).changed).toEqual([]);
    },
  );

  it.each(forms)(
    "keeps an entity associated that moves from a ShareAssociation, deleted last, into the ResourceShare: %s",
    async (_, standalone, inline) => {
      const { up, as, again, entities } = await open();
      const made = await up({ name: "net" });
      const joined = await as("more", "ShareAssociation").up({ shareId: made.id, ...standalone });
      const next = again();
      const whole = await next.update(made, { name: "net", ...inline });
      await next.as("more", "ShareAssociation").remove(joined);
      expect(entities(made.id)).toHaveLength(1);
      const { refresh, diff } = again();
      const seen = await refresh(whole);
      expect(seen && diff(seen, { name: "net", ...inline }).changed).toEqual([]);
    },
  );
});

it.each<readonly [string, Token, before: Values, after: Values]>([
  ["an entity", "ShareAssociation", { targets: [demo.member] }, { targets: [demo.network] }],
  ["a permission of a list", "ShareAssociation", { targets: [demo.member], permissionNames: [image] }, { targets: [demo.network] }],
  ["a permission", "SharePermission", { permissionName: image }, { permissionName: permission("VSwitch", "ReadOnly") }],
  ["a tag", "ShareTags", { tags: { team: "net" } }, { tags: { stage: "prod" } }],
])(
  "adds %s again after another resource of the same run removed it, although this one has it in its state",
  async (_, token, before, after) => {
    const { again, faults, clock } = await openResource(token, { share: {} });
    const [giver, keeper] = [await again().as("giver").up(before), await again().as("keeper").up(before)];
    await clock.sleep(10_000);
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
    const { as } = again();
    await as("giver").update(giver, after);
    await as("keeper").update(keeper, before);
    faults.clear();
    expect((await again().as("keeper").refresh(keeper))?.state).toMatchObject(before);
  },
);

it.each<readonly [Token, Values]>([
  ["ResourceShare", { name: "net" }],
  ["ShareAssociation", { targets: [demo.member] }],
])("attaches the permission of a %s again after a failed change that has detached it and could read nothing", async (token, others) => {
  const { up, change, update, faults, permissions, shares } = await openResource(token, { share: {} });
  const before = { ...others, permissionNames: [image] };
  const made = await up(before);
  const [shareId] = shares().slice(-1);
  faults.add({ operation: "DisassociateResourceSharePermission", times: 99, fault: { kind: "lost" } });
  faults.add({ times: 999, fault: denied });
  const failed = await change(made, others);
  expect(failed.failure).toBeDefined();
  expect(permissions(shareId)).toEqual([]);
  faults.clear();
  await update(failed, before);
  expect(permissions(shareId)).toEqual([image]);
});

describe("two resources that claim one entity, rejected before any call with both names", () => {
  it.each<[string, Values, Values, string, string]>([
    ["a target", { targets: [demo.member] }, { targets: [demo.network, { id: demo.member }] }, "targets", "target"],
    ["a resource", byId, byId, "resources", "resource"],
    ["a resource in two forms", byId, byArn, "resourceArns", "resource"],
    [
      "a permission",
      { targets: [demo.member], permissionNames: ["A"] },
      { targets: [demo.network], permissionNames: ["A"] },
      "permissionNames",
      "permission",
    ],
  ])("rejects two associations that claim one entity: %s", async (_, first, second, property, kind) => {
    const { as, calls } = await openResource("ShareAssociation");
    expect(as("one").check({ shareId: "rs-1", ...first })).toEqual([]);
    const reason: unknown = expect.stringMatching(new RegExp(`^${kind} .+ of rs-1 is claimed by .*one and by .*two`));
    expect(as("two").check({ shareId: "rs-1", ...second })).toEqual([{ property, reason }]);
    expect(calls()).toEqual([]);
  });

  it("rejects an association beside an exclusive share, in any order", async () => {
    const { up, again } = await open();
    const inputs = { ...net, exclusive: true };
    const made = await up(inputs);
    const first = again();
    await first.update(made, inputs);
    const beside = { shareId: made.id, targets: [demo.network] };
    expect(first.as("one", "ShareAssociation").check(beside)).toMatchObject([
      { property: "targets", reason: expect.stringMatching(/ it owns everything.*one/) as string },
    ]);
    const second = again();
    second.as("one", "ShareAssociation").check(beside);
    await expect(second.update(made, inputs)).rejects.toThrow(InputError);
  });

  it("permits tags, permissions and an acceptor beside an exclusive share", async () => {
    const { up, as, again } = await open();
    const inputs = { ...net, exclusive: true };
    const made = await up(inputs);
    await as("one", "ShareTags").up({ shareId: made.id, tags: { team: "x" } });
    await as("two", "SharePermission").up({ shareId: made.id, permissionName: image });
    expect(as("three", "InvitationAcceptor").check({ shareId: made.id, account: "second" })).toEqual([]);
    expect(await again().update(made, inputs)).toBe(made);
  });
});

describe("an exclusive share", () => {
  it("reports entities that others added to an exclusive share as drift and removes them", async () => {
    const { up, update, refresh, outOfBand, clock, entities } = await open();
    const inputs = { ...net, ...byId, exclusive: true };
    const made = await up(inputs);
    outOfBand.associate(made.id, { targets: [demo.network], resources: [{ type: "VSwitch", id: "vsw-9" }] });
    await clock.sleep(1000);
    const seen = await refresh(made);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toEqual([demo.member, demo.network]);
    expect(seen.state["resourceArns"]).toEqual([`acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-9`]);
    await update(seen, inputs);
    expect(entities(made.id)).toEqual([demo.member, "port-1"].toSorted());
  });

  it("removes unlisted entities as soon as a share becomes exclusive, also when it is adopted", async () => {
    const { up, update, again, outOfBand, clock, entities } = await open();
    const made = await up(net);
    outOfBand.associate(made.id, { targets: [demo.network, demo.sandbox] });
    await clock.sleep(1000);
    await update(made, { name: "net", targets: [demo.member, demo.sandbox], exclusive: true });
    expect(entities(made.id)).toEqual([demo.member, demo.sandbox]);
    outOfBand.associate(made.id, { targets: [demo.network] });
    await clock.sleep(1000);
    await again()
      .as("other")
      .up({ name: "net", targets: [demo.sandbox], exclusive: true, adopt: made.id });
    expect(entities(made.id)).toEqual([demo.sandbox]);
  });

  it("leaves entities of others in a share that is not exclusive", async () => {
    const { up, update, refresh, outOfBand, clock, entities } = await open();
    const made = await up(net);
    outOfBand.associate(made.id, { targets: [demo.network] });
    outOfBand.tag(made.id, { theirs: "1" });
    await clock.sleep(1000);
    const seen = await refresh(made);
    expect(seen && (await update(seen, net))).toBe(seen);
    const emptied = seen && (await update(seen, { name: "net" }));
    expect(emptied?.state["targets"]).toBeUndefined();
    expect(entities(made.id)).toEqual([demo.network]);
  });
});
