import { describe, expect, it } from "vitest";
import { AssociateResourceShare } from "../../../../../../provider/api/associations.ts";
import type { Values } from "../../../../../../provider/lifecycle/resource.ts";
import { createTagOf } from "../../../../../../provider/resources/share/creation/unfinished-shares.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import { openResource } from "../../../../../support/resource-fixture.ts";
import { switches } from "../../../../../support/resource-scenarios.ts";
import { checkedBy, urn } from "../../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", ...switches, tags: { team: "net" } };

/** A service with a share that another process has made and tagged for the resource. */
async function openTagged(inputs: Values = net, tag = createTagOf({ urn: self, origin: undefined })) {
  const fixture = await openResource("ResourceShare");
  const { again, outOfBand, clock } = fixture;
  const { id } = await again()
    .as("stranger")
    .up({ ...net, ...inputs });
  outOfBand.tag(id, { "resourceshare:creating": tag });
  await clock.sleep(1_000);
  return { ...fixture, ...again(), id };
}

describe("a share with the create tag of a resource", () => {
  it("resumes an unfinished share with the desired contents within six seconds, and reports it in the row", async () => {
    const { up, shares, warnings, tags, clock, id } = await openTagged();
    const since = clock.now();
    expect((await up(net)).id).toBe(id);
    expect(clock.now() - since).toBeLessThan(6_000);
    expect(shares()).toEqual([id]);
    expect(warnings()).toEqual([`share ${id} is resumed: an earlier run was interrupted while it created the share`]);
    expect(tags(id)).toEqual(net.tags);
  });

  it("resumes an unfinished share when the program wants more than it holds", async () => {
    const { up, simulator, id } = await openTagged();
    const more = { ...net, targets: [demo.member, demo.network], tags: { team: "net", stage: "prod" } };
    expect(await up(more)).toMatchObject({ id, state: { tags: more.tags } });
    expect(simulator.grants()).toHaveLength(2);
  });

  it("creates another share when it replaces the unfinished one that its state has", async () => {
    const { driver, read, shares, owner, id } = await openTagged();
    const old = await read(id, { ...net, accountId: owner });
    const renamed = checkedBy(driver, { ...net, name: "other" }, self);
    expect(driver.diff(id, old?.state ?? {}, renamed, { urn: self }).changed).toEqual(["name"]);
    const fresh = await driver.create(renamed, { urn: self });
    expect(fresh.failure).toBeUndefined();
    expect(shares()).toEqual([id, fresh.id]);
  });

  // (promise P-resumed-share)
  it.each<readonly [string, Values, RegExp]>([
    ["another name", { name: "theirs" }, /its name is "theirs" and not "net"/],
    ["another target", { targets: [demo.member, demo.network] }, new RegExp(`it has the target ${demo.network}`)],
    ["another permission", { permissionNames: ["AliyunRSPermissionVSwitchReadWrite"] }, /AliyunRSPermissionVSwitchReadWrite/],
  ])("rejects resuming an unfinished share that has %s, and names the next step in the error", async (_, theirs, difference) => {
    const { up, calls, writes, id } = await openTagged(theirs);
    const from = calls().length;
    const made = up(net);
    await expect(made).rejects.toThrow(difference);
    await expect(made).rejects.toThrow(new RegExp(`share ${id} .*resourceshare:creating.*adopt: "${id}".*remove the tag`));
    expect(writes(from)).toEqual([]);
  });

  // (promise P-backend-digest)
  it("does not resume an unfinished share of a stack of the same name in another backend", async () => {
    const { driver, tags, id } = await openTagged(net, createTagOf({ urn: self, origin: "aa" }));
    const made = await driver.create(checkedBy(driver, net, self), { urn: self, origin: "bb" });
    expect(made.failure).toBeUndefined();
    expect(made.id).not.toBe(id);
    expect(tags(id)).toHaveProperty("resourceshare:creating");
  });

  it("rejects resuming an unfinished share with another target that lists show late", async () => {
    const { again, process, faults, id } = await openTagged();
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
    const client = await process.host.client(undefined, undefined);
    await client.call(AssociateResourceShare, { ResourceShareId: id, Targets: [demo.network] });
    await expect(again().up(net)).rejects.toThrow(`it has the target ${demo.network}`);
  });

  it("compares several unfinished shares by lists that they share", async () => {
    const { again, calls, outOfBand, clock } = await openResource("ResourceShare");
    const names = Array.from({ length: 10 }, (_, index) => `net-${index}`);
    const strangers = again();
    const ids = await Promise.all(
      names.map(async (name) => {
        const { id } = await strangers.as(`stranger-${name}`).up({ ...net, name });
        outOfBand.tag(id, { "resourceshare:creating": createTagOf({ urn: urn("ResourceShare", name), origin: undefined }) });
        return id;
      }),
    );
    await clock.sleep(1_000);
    const from = calls().length;
    const { as } = again();
    const made = await Promise.all(names.map((name) => as(name).up({ ...net, name })));
    expect(made.map(({ id }) => id)).toEqual(ids);
    expect(calls(from).filter((operation) => operation === "ListResourceShares").length).toBeLessThan(8);
  });
});
