import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { createTagValue, creationDigests } from "../../../../../provider/resources/share/creation-rules.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { digest } from "../../../../../provider/kernel/ids.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { checkedBy, up, urn } from "../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member], tags: { team: "net" } };

/** A service with a share that another process has made and tagged for the resource. */
async function tagged(inputs: Values = net, tag: string = createTagValue(creationDigests(self, undefined).own, "a-b-1"), settings = {}) {
  const harness = createHarness(settings);
  const { id } = await up(harness.run().driver("ResourceShare"), { ...net, ...inputs }, urn("ResourceShare", "stranger"));
  harness.simulator.outOfBand.tag(id, { "resourceshare:creating": tag, "resourceshare:lease": "a-b-1.0" });
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

  it("resumes no share without a lease, as of an older version or of a finished creation", async () => {
    for (const tag of [digest(self), createTagValue(creationDigests(self, undefined).own, "a-b-1")]) {
      const { harness, id } = await tagged(net, tag);
      harness.simulator.outOfBand.untag(id, "resourceshare:lease");
      const from = harness.calls().length;
      await expect(up(harness.run().driver("ResourceShare"), net, self)).rejects.toThrow(
        /it has no tag resourceshare:lease.*a stack may own it.*adopt.*only if no stack has it; otherwise remove the tag/,
      );
      expect(harness.writes(from)).toEqual([]);
    }
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
    const { harness, id } = await tagged(net, createTagValue(creationDigests(self, "aa").own, "a-b-1"));
    const driver = harness.run().driver("ResourceShare");
    const made = await driver.create(checkedBy(driver, net, self), { urn: self, origin: "bb" });
    expect(made.failure).toBeUndefined();
    expect(made.id).not.toBe(id);
    expect(harness.simulator.world.shares.get(id)?.tags.has("resourceshare:creating")).toBe(true);
  });

  it("does not resume a share while its creator renews its lease", async () => {
    const { harness, id } = await tagged();
    const renewed = harness.clock.sleep(12_000).then(() => harness.simulator.outOfBand.tag(id, { "resourceshare:lease": "a-b-1.1" }));
    const driver = harness.run().driver("ResourceShare");
    await expect(driver.create(checkedBy(driver, net, self), { urn: self })).rejects.toThrow(
      new RegExp(`share ${id} "net" is being created by another process.*Run \`pulumi up\` again`),
    );
    await renewed;
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:creating")).toContain("a-b-1");
  });

  it("does not resume a share whose creator finishes it before the create tag is written, and leaves no tag on it", async () => {
    const { harness, id } = await tagged();
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"] === "TagResources") {
        harness.simulator.outOfBand.untag(id, "resourceshare:creating");
        harness.simulator.outOfBand.untag(id, "resourceshare:lease");
      }
      return harness.simulator.transport(request, signal);
    };
    await expect(up(harness.run({ transport }).driver("ResourceShare"), net, self)).rejects.toThrow(/is being created by another process/);
    expect([...(harness.simulator.world.shares.get(id)?.tags.keys() ?? [])]).toEqual(["team"]);
  });

  it("does not resume a share when there is no time left to do so safely", async () => {
    const { harness, id } = await tagged();
    const driver = harness.run().driver("ResourceShare");
    await expect(driver.create(checkedBy(driver, net, self), { urn: self, timeoutMs: 20_000 })).rejects.toThrow(
      /resuming .* takes at least 45 s, .*nothing was done. Raise .customTimeouts/,
    );
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:creating")).toContain("a-b-1");
  });

  it("observes several shares in shared lists", async () => {
    const harness = createHarness();
    const names = Array.from({ length: 10 }, (_, index) => `net-${index}`);
    const ids = await Promise.all(
      names.map(async (name) => {
        const { id } = await up(harness.run().driver("ResourceShare"), { ...net, name }, urn("ResourceShare", `stranger-${name}`));
        const { own } = creationDigests(urn("ResourceShare", name), undefined);
        harness.simulator.outOfBand.tag(id, { "resourceshare:creating": createTagValue(own, "a-b-1"), "resourceshare:lease": "a-b-1.0" });
        return id;
      }),
    );
    await harness.clock.sleep(1_000);
    const from = harness.calls().length;
    const driver = harness.run().driver("ResourceShare");
    const made = await Promise.all(names.map((name) => up(driver, { ...net, name }, urn("ResourceShare", name))));
    expect(made.map(({ id }) => id)).toEqual(ids);
    expect(harness.calls(from).filter((operation) => operation === "ListResourceShares").length).toBeLessThan(25);
  });

  it("resumes a share although the answer to the tag call is lost", async () => {
    const { harness, id } = await tagged();
    harness.simulator.faults.add({ operation: "TagResources", times: 10, fault: { kind: "lost" } });
    expect((await up(harness.run().driver("ResourceShare"), net, self)).id).toBe(id);
  });

  it("ends its lease when the share cannot be read after the tag call, so that another process resumes the share", async () => {
    const { harness, id } = await tagged();
    let isTagged = false;
    const transport: Transport = (request, signal) => {
      const operation = request.headers["x-acs-action"];
      if (isTagged && operation === "ListResourceSharePermissions") return Promise.reject(new Error("the connection was refused"));
      isTagged ||= operation === "TagResources";
      return harness.simulator.transport(request, signal);
    };
    await expect(up(harness.run({ transport }).driver("ResourceShare"), net, self)).rejects.toThrow("the connection was refused");
    expect((await up(harness.run().driver("ResourceShare"), net, self)).id).toBe(id);
  });

  it("leaves a share alone when the tag call is refused", async () => {
    const { harness } = await tagged();
    harness.simulator.faults.add({ operation: "TagResources", times: 10, fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(up(harness.run().driver("ResourceShare"), net, self)).rejects.toThrow(/NoPermission/);
  });
});
