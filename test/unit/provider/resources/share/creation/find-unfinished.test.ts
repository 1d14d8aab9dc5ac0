import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../../provider/lifecycle/resource.ts";
import { createTagOf } from "../../../../../../provider/resources/share/creation/create-tag.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import { createHarness } from "../../../../../support/harness.ts";
import { checkedBy, up, urn } from "../../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member], tags: { team: "net" } };

/** A service with a share that another process has made and tagged for the resource. */
async function tagged(inputs: Values = net, tag: string = createTagOf({ urn: self, origin: undefined }), settings = {}) {
  const harness = createHarness(settings);
  const { id } = await up(harness.run().driver("ResourceShare"), { ...net, ...inputs }, urn("ResourceShare", "stranger"));
  harness.simulator.outOfBand.tag(id, { "resourceshare:creating": tag });
  await harness.clock.sleep(1_000);
  return { harness, id };
}

describe("a share with the create tag of a resource", () => {
  it("resumes a tagged share with the desired contents and reports it in the row", async () => {
    const { harness, id } = await tagged();
    const run = harness.run();
    const made = await up(run.driver("ResourceShare"), net, self);
    expect(made.id).toBe(id);
    expect(harness.shares()).toEqual([id]);
    expect(run.warnings()).toEqual([`share ${id} is resumed: an earlier run was interrupted while it created the share`]);
    expect([...(harness.simulator.world.shares.get(id)?.tags.keys() ?? [])]).toEqual(["team"]);
  });

  it("resumes a tagged share when the program wants more than it holds", async () => {
    const { harness, id } = await tagged();
    const more = { ...net, targets: [demo.member, demo.network], tags: { team: "net", stage: "prod" } };
    const made = await up(harness.run().driver("ResourceShare"), more, self);
    expect(made.id).toBe(id);
    expect(made.state).toMatchObject({ tags: more.tags });
    expect(harness.simulator.grants()).toHaveLength(2);
  });

  it("creates another share when it replaces the tagged one that its state has", async () => {
    const { harness, id } = await tagged();
    const run = harness.run();
    const driver = run.driverOfProcess("ResourceShare");
    const old = await driver.read(id, { ...net, accountId: harness.owner }, { urn: self });
    const renamed = checkedBy(driver, { ...net, name: "other" }, self);
    expect(driver.diff(id, old?.state ?? {}, renamed, { urn: self }).changed).toEqual(["name"]);
    const fresh = await driver.create(renamed, { urn: self });
    expect(fresh.failure).toBeUndefined();
    expect(harness.shares()).toEqual([id, fresh.id]);
  });

  // (promise P-resumed-share)
  it.each<readonly [string, Values, RegExp]>([
    ["another name", { name: "theirs" }, /its name is "theirs" and not "net"/],
    ["another target", { targets: [demo.member, demo.network] }, new RegExp(`it has the target ${demo.network}`)],
    ["another resource", { resources: [{ type: "VSwitch", id: "vsw-2" }] }, /it has the resource VSwitch vsw-2/],
    ["another tag", { tags: { team: "core" } }, /it has the tag team=core/],
    ["external targets", { allowExternalTargets: true }, /it allows external targets/],
    ["another permission", { permissionNames: ["AliyunRSPermissionVSwitchReadWrite"] }, /AliyunRSPermissionVSwitchReadWrite/],
  ])("does not resume a share that has %s, and the error names the next step", async (_, theirs, difference) => {
    const { harness, id } = await tagged(theirs);
    const from = harness.calls().length;
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, net, self), { urn: self });
    await expect(made).rejects.toThrow(difference);
    await expect(made).rejects.toThrow(new RegExp(`share ${id} .*resourceshare:creating.*adopt: "${id}".*remove the tag`));
    expect(harness.writes(from)).toEqual([]);
  });

  // (promise P-backend-digest)
  it("does not resume a share of a stack of the same name in another backend", async () => {
    const { harness, id } = await tagged(net, createTagOf({ urn: self, origin: "aa" }));
    const driver = harness.run().driver("ResourceShare");
    const made = await driver.create(checkedBy(driver, net, self), { urn: self, origin: "bb" });
    expect(made.failure).toBeUndefined();
    expect(made.id).not.toBe(id);
    expect(harness.simulator.world.shares.get(id)?.tags.has("resourceshare:creating")).toBe(true);
  });

  it("resumes a share within six seconds of the start, from lists that show all that the interrupted run has done", async () => {
    const { harness, id } = await tagged();
    const since = harness.clock.now();
    expect((await up(harness.run().driver("ResourceShare"), net, self)).id).toBe(id);
    expect(harness.clock.now() - since).toBeLessThan(6_000);
  });

  it("does not resume a share whose other target lists show late", async () => {
    const harness = createHarness({ pace: { visibility: 4_000 } });
    const stranger = harness.run().driver("ResourceShare");
    const { id } = await up(stranger, net, urn("ResourceShare", "stranger"));
    harness.simulator.outOfBand.tag(id, { "resourceshare:creating": createTagOf({ urn: self, origin: undefined }) });
    await harness.clock.sleep(10_000);
    await up(harness.run().driver("ShareAssociation"), { shareId: id, targets: [demo.network] }, urn("ShareAssociation"));
    const made = up(harness.run().driver("ResourceShare"), net, self);
    await expect(made).rejects.toThrow(`it has the target ${demo.network}`);
  });

  it("compares several shares with shared lists", async () => {
    const harness = createHarness();
    const names = Array.from({ length: 10 }, (_, index) => `net-${index}`);
    const ids = await Promise.all(
      names.map(async (name) => {
        const { id } = await up(harness.run().driver("ResourceShare"), { ...net, name }, urn("ResourceShare", `stranger-${name}`));
        const tag = createTagOf({ urn: urn("ResourceShare", name), origin: undefined });
        harness.simulator.outOfBand.tag(id, { "resourceshare:creating": tag });
        return id;
      }),
    );
    await harness.clock.sleep(1_000);
    const from = harness.calls().length;
    const driver = harness.run().driver("ResourceShare");
    const made = await Promise.all(names.map((name) => up(driver, { ...net, name }, urn("ResourceShare", name))));
    expect(made.map(({ id }) => id)).toEqual(ids);
    expect(harness.calls(from).filter((operation) => operation === "ListResourceShares").length).toBeLessThan(8);
  });
});
