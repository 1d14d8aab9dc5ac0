import { describe, expect, it } from "vitest";
import { InputError } from "../../../../../provider/kernel/errors.ts";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare, permission, portfolio } from "../../../../support/resource-scenarios.ts";
import { entitiesIn } from "../../../../support/share-content.ts";

const shareSelf = urn("ResourceShare", "net");
const one = urn("ShareAssociation", "one");
const two = urn("ShareAssociation", "two");
const byId = { resources: [{ type: "ServiceCatalogPortfolio", id: "port-1" }] };
const byArn = { resourceArns: [portfolio("port-1")] };

describe("an entity that moves between two resources of one run stays associated", () => {
  it.each<[string, Values, Values]>([
    ["a target", { targets: [demo.member] }, { targets: [demo.member] }],
    ["a resource in the same form", byId, byId],
    ["a resource from id to ARN", byId, byArn],
    ["a resource from ARN to id", byArn, byId],
    ["a permission", { permissionNames: [permission("Image", "ReadOnly")] }, { permissionNames: [permission("Image", "ReadOnly")] }],
  ])("keeps an entity associated that moves from the share into an association: %s", async (_, inline, standalone) => {
    const harness = createHarness();
    const before = harness.run();
    const base = { name: "net", targets: [demo.folders.apps] };
    const withInline = { ...base, ...inline, targets: [...base.targets, ...listOf(inline, "targets")] };
    const made = await up(before.driver("ResourceShare"), withInline, shareSelf);
    const run = harness.run();
    const more = { targets: [demo.network], ...standalone };
    const [left, joined] = await Promise.all([
      updateIfChanged(run.driver("ResourceShare"), made, base, shareSelf),
      up(run.driver("ShareAssociation"), { shareId: made.id, ...more }, one),
    ]);
    await harness.clock.sleep(1000);
    const after = harness.run();
    expect(await stillThere(after.driver("ShareAssociation"), joined, { shareId: made.id, ...more }, one)).toBe(true);
    expect(await stillThere(after.driver("ResourceShare"), left, base, shareSelf)).toBe(true);
  });

  it.each<[string, Values, Values]>([
    ["a target", { targets: [demo.member] }, { targets: [demo.member] }],
    ["a resource in the same form", byId, byId],
    ["a resource from ARN to id", byArn, byId],
    ["a resource from id to ARN", byId, byArn],
  ])("keeps an entity associated that moves from an association, deleted last, into the share: %s", async (_, standalone, inline) => {
    const harness = createHarness();
    const first = harness.run();
    const made = await up(first.driver("ResourceShare"), { name: "net" }, shareSelf);
    const joined = await up(first.driver("ShareAssociation"), { shareId: made.id, ...standalone }, one);
    const run = harness.run();
    const whole = await updateIfChanged(run.driver("ResourceShare"), made, { name: "net", ...inline }, shareSelf);
    await run.driver("ShareAssociation").delete(joined.id, joined.state, { urn: one });
    expect(entitiesIn(harness, made.id)).toHaveLength(1);
    expect(await stillThere(harness.run().driver("ResourceShare"), whole, { name: "net", ...inline }, shareSelf)).toBe(true);
  });

  it("keeps an entity associated that moves between two associations, in any order", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const first = harness.run();
    const a = await up(first.driver("ShareAssociation"), { shareId, targets: [demo.member, demo.network] }, one);
    const b = await up(first.driver("ShareAssociation"), { shareId, targets: [demo.sandbox] }, two);
    const run = harness.run();
    const driver = run.driver("ShareAssociation");
    await Promise.all([
      updateIfChanged(driver, a, { shareId, targets: [demo.network] }, one),
      updateIfChanged(driver, b, { shareId, targets: [demo.sandbox, demo.member] }, two),
    ]);
    const back = harness.run().driver("ShareAssociation");
    await Promise.all([
      updateIfChanged(
        back,
        { ...b, state: { ...b.state, targets: [demo.sandbox, demo.member] } },
        { shareId, targets: [demo.sandbox] },
        two,
      ),
      updateIfChanged(
        back,
        { ...a, state: { ...a.state, targets: [demo.network] } },
        { shareId, targets: [demo.network, demo.member] },
        one,
      ),
    ]);
    await harness.clock.sleep(1000);
    expect(entitiesIn(harness, shareId)).toEqual([demo.member, demo.network, demo.sandbox].toSorted());
  });

  it("keeps an entity associated when a natural key is replaced: deleted first, then created again", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { resources: [{ type: "VSwitch", id: "vsw-1" }] });
    const kinds: [Token, Values][] = [
      ["ShareAssociation", { shareId, targets: [demo.member] }],
      ["SharePermission", { shareId, permissionName: permission("Image", "ReadOnly") }],
      ["ShareTags", { shareId, tags: { team: "net" } }],
    ];
    for (const [token, inputs] of kinds) {
      const made = await up(harness.run().driver(token), inputs, urn(token));
      const driver = harness.run().driver(token);
      checkedBy(driver, inputs, urn(token));
      await driver.delete(made.id, made.state, { urn: urn(token) });
      const fresh = await up(driver, inputs, urn(token));
      expect(fresh.id).toBe(made.id);
      expect(await refresh(harness.run().driver(token), fresh, urn(token))).toBeDefined();
    }
  });
});

describe("two resources that claim one entity, rejected before any call with both names", () => {
  it.each<[string, Values, Values, string]>([
    ["a target", { targets: [demo.member] }, { targets: [demo.network, { id: demo.member }] }, "targets"],
    ["a resource", byId, byId, "resources"],
    ["a resource in two forms", byId, byArn, "resourceArns"],
    [
      "a permission",
      { targets: [demo.member], permissionNames: ["A"] },
      { targets: [demo.network], permissionNames: ["A"] },
      "permissionNames",
    ],
  ])("rejects two associations that claim one entity: %s", async (_, first, second, property) => {
    const harness = createHarness();
    const driver = harness.run().driver("ShareAssociation");
    checkedBy(driver, { shareId: "rs-1", ...first }, one);
    const { failures } = driver.check({ shareId: "rs-1", ...second }, { urn: two });
    expect(failures.map((failure) => failure.property)).toEqual([property]);
    const kind = { targets: "target", permissionNames: "permission" }[property] ?? "resource";
    expect(failures[0]?.reason).toMatch(new RegExp(`^${kind} .+ of rs-1 is claimed by .*one and by .*two`));
    expect(harness.calls()).toEqual([]);
  });

  it("rejects an association that claims what the share itself lists", async () => {
    const harness = createHarness();
    const inputs = { name: "net", targets: [demo.member], tags: { team: "net" } };
    const made = await up(harness.run().driver("ResourceShare"), inputs, shareSelf);
    const run = harness.run();
    await updateIfChanged(run.driver("ResourceShare"), made, inputs, shareSelf);
    const association = run.driver("ShareAssociation").check({ shareId: made.id, targets: [demo.member] }, { urn: one });
    expect(association.failures[0]?.reason).toMatch(/ResourceShare net and by ShareAssociation one/);
    const tags = run.driver("ShareTags").check({ shareId: made.id, tags: { team: "x" } }, { urn: two });
    expect(tags.failures[0]).toMatchObject({ property: "tags", reason: expect.stringMatching(/tag team of .*net.*two/) as string });
  });

  it("rejects an association beside an exclusive share, in any order", async () => {
    const harness = createHarness();
    const inputs = { name: "net", targets: [demo.member], exclusive: true };
    const made = await up(harness.run().driver("ResourceShare"), inputs, shareSelf);
    const run = harness.run();
    await updateIfChanged(run.driver("ResourceShare"), made, inputs, shareSelf);
    const guest = run.driver("ShareAssociation").check({ shareId: made.id, targets: [demo.network] }, { urn: one });
    expect(guest.failures[0]).toMatchObject({ property: "targets", reason: expect.stringMatching(/net owns everything.*one/) as string });
    const other = harness.run();
    checkedBy(other.driver("ShareAssociation"), { shareId: made.id, targets: [demo.network] }, one);
    await expect(updateIfChanged(other.driver("ResourceShare"), made, inputs, shareSelf)).rejects.toThrow(InputError);
  });

  it("permits tags, permissions and an acceptor beside an exclusive share", async () => {
    const harness = createHarness();
    const inputs = { name: "net", targets: [demo.member], exclusive: true };
    const run = harness.run();
    const made = await up(run.driver("ResourceShare"), inputs, shareSelf);
    await up(run.driver("ShareTags"), { shareId: made.id, tags: { team: "x" } }, one);
    await up(run.driver("SharePermission"), { shareId: made.id, permissionName: permission("Image", "ReadOnly") }, two);
    checkedBy(run.driver("InvitationAcceptor"), { shareId: made.id, account: "second" }, urn("InvitationAcceptor"));
    const second = harness.run();
    expect(await updateIfChanged(second.driver("ResourceShare"), made, inputs, shareSelf)).toBe(made);
  });

  it("permits one resource to change its own claims", () => {
    const driver = createHarness().run().driver("ShareAssociation");
    checkedBy(driver, { shareId: "rs-1", targets: [demo.member] }, one);
    checkedBy(driver, { shareId: "rs-1", targets: [demo.network] }, one);
    checkedBy(driver, { shareId: "rs-1", targets: [demo.member] }, two);
  });
});

describe("an exclusive share", () => {
  it("reports entities that others added to an exclusive share as drift and removes them", async () => {
    const harness = createHarness();
    const inputs = { name: "net", ...byId, targets: [demo.member], exclusive: true };
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, inputs, shareSelf);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network], resources: [{ type: "VSwitch", id: "vsw-9" }] });
    await harness.clock.sleep(1000);
    const seen = await refresh(driver, made, shareSelf);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toEqual([demo.member, demo.network]);
    expect(seen.state["resourceArns"]).toEqual([`acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-9`]);
    await updateIfChanged(driver, seen, inputs, shareSelf);
    expect(entitiesIn(harness, made.id)).toEqual([demo.member, "port-1"].toSorted());
  });

  it("removes unlisted entities as soon as a share becomes exclusive, also when it is adopted", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { name: "net", targets: [demo.member] }, shareSelf);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network, demo.sandbox] });
    await harness.clock.sleep(1000);
    await updateIfChanged(driver, made, { name: "net", targets: [demo.member, demo.sandbox], exclusive: true }, shareSelf);
    expect(entitiesIn(harness, made.id)).toEqual([demo.member, demo.sandbox]);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network] });
    await harness.clock.sleep(1000);
    await up(harness.run().driver("ResourceShare"), { name: "net", targets: [demo.sandbox], exclusive: true, adopt: made.id }, two);
    expect(entitiesIn(harness, made.id)).toEqual([demo.sandbox]);
  });

  it("leaves entities of others in a share that is not exclusive", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const inputs = { name: "net", targets: [demo.member] };
    const made = await up(driver, inputs, shareSelf);
    harness.simulator.outOfBand.associate(made.id, { targets: [demo.network] });
    harness.simulator.outOfBand.tag(made.id, { theirs: "1" });
    await harness.clock.sleep(1000);
    const seen = await refresh(driver, made, shareSelf);
    expect(seen && (await updateIfChanged(driver, seen, inputs, shareSelf))).toBe(seen);
    const emptied = seen && (await updateIfChanged(driver, seen, { name: "net" }, shareSelf));
    expect(emptied?.state["targets"]).toBeUndefined();
    expect(entitiesIn(harness, made.id)).toEqual([demo.network]);
  });
});

function listOf(values: Values, name: string): unknown[] {
  const list: unknown = values[name];
  return Array.isArray(list) ? list : [];
}

async function stillThere(...[driver, made, inputs, self]: Parameters<typeof updateIfChanged>): Promise<boolean> {
  const read = await refresh(driver, made, self);
  if (!read) return false;
  return driver.diff(read.id, read.state, checkedBy(driver, inputs, self), { urn: self }).changed.length === 0;
}
