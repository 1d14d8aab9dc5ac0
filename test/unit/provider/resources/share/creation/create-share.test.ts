import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
const manyTags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, String(index)]));
const lost = { operation: "CreateResourceShare", fault: { kind: "lost" } } as const;
const taggedShareIds = (harness: ReturnType<typeof createHarness>) =>
  [...harness.simulator.world.shares.values()].filter(({ tags }) => tags.has("resourceshare:creating")).map(({ id }) => id);

/** A service without answers after the n-th call of an operation, as for a process that is killed then. */
function killedAfter(transport: Transport, operation: string): Transport {
  let killed = false;
  return async (request, signal) => {
    if (killed) throw new Error("killed");
    const answer = await transport(request, signal);
    killed = request.headers["x-acs-action"] === operation;
    if (killed) throw new Error("killed");
    return answer;
  };
}

describe("a share that is being made", () => {
  it.each([
    ["seen at once", 0],
    ["invisible for five seconds", 5000],
  ])("creates a share once when the answer is lost and it is %s", async (_, visibility) => {
    const harness = createHarness({ pace: { visibility } });
    harness.simulator.faults.add(lost);
    const made = await up(harness.run().driver("ResourceShare"), { ...net, tags: { team: "net" } }, self);
    expect(harness.shares()).toEqual([made.id]);
    expect(made.state).toMatchObject({ name: "net", status: "Active", tags: { team: "net" } });
    expect(taggedShareIds(harness)).toEqual([]);
  });

  it.each([["garbage"], ["truncated"], ["hang"]] as const)("creates a share once when the answer is %s", async (kind) => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "CreateResourceShare", fault: kind === "hang" ? { kind, executed: true } : { kind } });
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    expect(harness.shares()).toEqual([made.id]);
  });

  it("does not accept a share with a copied create tag when the answer is lost", async () => {
    const harness = createHarness();
    const other = await up(harness.run().driver("ResourceShare"), { name: "theirs" }, urn("ResourceShare", "other"));
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"] !== "CreateResourceShare") return harness.simulator.transport(request, signal);
      const [, tag = ""] = /Tag\.\d+\.Value=([0-9a-f]{16,})/.exec(`${request.url}&${request.body ?? ""}`) ?? [];
      harness.simulator.outOfBand.tag(other.id, { "resourceshare:creating": decodeURIComponent(tag) });
      throw new Error("the call and its answer are lost");
    };
    const made = up(harness.run({ transport }).driver("ResourceShare"), net, self);
    await expect(made).rejects.toThrow(new RegExp(`share ${other.id} .*its name is "theirs" and not "net"`));
    expect(harness.simulator.world.shares.get(other.id)?.name).toBe("theirs");
  });

  it("creates a share again when the first call made none", async () => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "CreateResourceShare", fault: { kind: "error", status: 500, code: "InternalError" } });
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    expect(harness.shares()).toEqual([made.id]);
  });

  it.each([["CreateResourceShare"], ["ListResourceShareAssociations"], ["AssociateResourceShare"]])(
    "finds its share in the next run when the process was killed after %s",
    async (operation) => {
      const harness = createHarness();
      const inputs = {
        ...net,
        targets: [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core, demo.folders.sandbox],
      };
      const first = harness.run({ transport: killedAfter(harness.simulator.transport, operation) }).driver("ResourceShare");
      await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
      expect(harness.shares()).toHaveLength(1);
      const made = await up(harness.run().driver("ResourceShare"), inputs, self);
      expect(harness.shares()).toEqual([made.id]);
      expect(harness.simulator.grants()).toHaveLength(6);
      expect(taggedShareIds(harness)).toEqual([]);
    },
  );

  it("finds its share in the next run although an open invitation keeps it Pending", async () => {
    const harness = createHarness();
    const inputs = { name: "net", allowExternalTargets: true, targets: [demo.consumer] };
    const first = harness.run({ transport: killedAfter(harness.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const made = await up(harness.run().driver("ResourceShare"), inputs, self);
    expect(harness.shares()).toEqual([made.id]);
  });

  it("creates a new share when the killed run's share was deleted", async () => {
    const harness = createHarness();
    const first = harness.run({ transport: killedAfter(harness.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, net, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const [left = ""] = taggedShareIds(harness);
    harness.simulator.outOfBand.deleteShare(left);
    await harness.clock.sleep(1000);
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    expect(made.id).not.toBe(left);
    expect(harness.shares()).toEqual([made.id]);
  });

  it("lists shares once before all creations of a run and once at their end, whatever their number", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    await Promise.all(["a", "b", "c"].map((name) => up(driver, { name }, urn("ResourceShare", name))));
    const reads = harness.simulator.calls.filter(({ parameters }) => JSON.stringify(parameters).includes("resourceshare:creating"));
    expect(reads.filter(({ operation }) => operation === "ListResourceShares")).toHaveLength(2);
  });

  it("creates a share in a run's second attempt when the first one could not list", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    harness.simulator.faults.add({ operation: "ListResourceShares", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(up(driver, net, self)).rejects.toThrow(/NoPermission/);
    expect(harness.shares()).toEqual([]);
    await up(driver, net, self);
    expect(harness.shares()).toHaveLength(1);
  });

  it("does not confuse its share with that of another resource", async () => {
    const harness = createHarness();
    const first = harness.run({ transport: killedAfter(harness.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, net, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const other = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
    expect(harness.shares()).toHaveLength(2);
    expect(taggedShareIds(harness)).toEqual(harness.shares().filter((id) => id !== other.id));
  });

  it("does not resume the old share in a forced replacement, which creates the new one first", async () => {
    const harness = createHarness();
    const old = await up(harness.run().driver("ResourceShare"), net, self);
    const driver = harness.run().driverOfProcess("ResourceShare");
    const fresh = await up(driver, net, self);
    expect(fresh.id).not.toBe(old.id);
    await driver.delete(old.id, old.state, { urn: self });
    expect(harness.shares()).toEqual([fresh.id]);
    expect(harness.simulator.grants()).toHaveLength(1);
  });

  it("does not delete a share as the old one when a forced replacement has resumed it with its create tag still there", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.planFailure("vsw-1", { reason: "Unavailable" });
    const first = harness.run().driver("ResourceShare");
    const old = await first.create(checkedBy(first, net, self), { urn: self });
    expect(taggedShareIds(harness)).toEqual([old.id]);
    harness.simulator.faults.clear();
    harness.simulator.outOfBand.planFailure("vsw-1", undefined);
    const run = harness.run();
    const fresh = await up(run.driverOfProcess("ResourceShare"), net, self);
    await run.driverOfProcess("ResourceShare").delete(old.id, old.state, { urn: self });
    expect(harness.shares()).toEqual([fresh.id]);
    expect(harness.simulator.grants()).toHaveLength(1);
    expect(run.warnings()).toContain(`${old.id} is not deleted: its replacement or another resource of the program has the same share`);
  });

  it("does not delete the current share when a forced replacement that has resumed it was interrupted before the deletion", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    // The state has the share twice: as the current one, and as the old one that is pending deletion.
    for (const inputs of [net, { ...net, tags: { team: "net" } }]) {
      const run = harness.run();
      const driver = run.driverOfProcess("ResourceShare");
      await updateIfChanged(driver, made, inputs, self);
      await driver.delete(made.id, made.state, { urn: self });
      expect(harness.shares()).toEqual([made.id]);
      expect(run.warnings()).toEqual([`${made.id} is not deleted: its replacement or another resource of the program has the same share`]);
    }
  });

  it.each([
    ["a region that has changed", { ...net, region: "cn-beijing" }],
    ["a forced replacement", net],
  ])("deletes the old share after a refresh without a change and %s", async (_, inputs) => {
    const harness = createHarness();
    const old = await up(harness.run().driver("ResourceShare"), net, self);
    const run = harness.run();
    const driver = run.driverOfProcess("ResourceShare");
    // The engine compares the refreshed state with the arguments of the last run.
    driver.diff(old.id, old.state, checkedBy(driver, net, self), { urn: self });
    const wanted = checkedBy(driver, inputs, self);
    if (inputs !== net) expect(driver.diff(old.id, old.state, wanted, { urn: self }).replaces).toEqual(["region"]);
    const replacement = await driver.create(wanted, { urn: self });
    await driver.delete(old.id, old.state, { urn: self });
    expect(run.warnings()).toEqual([]);
    expect(harness.shares()).toEqual([replacement.id]);
  });

  it("keeps no id of a share whose answer was lost and that cannot be read, and the next run resumes it", async () => {
    const harness = createHarness({ timeoutMs: 60_000 });
    harness.simulator.faults.add(lost);
    let [reads, isUnread] = [0, true];
    const transport: Transport = (request, signal) => {
      // The first read of each kind finds the share of the lost call again.
      const isRead = request.headers["x-acs-action"] === "ListResourceShareAssociations" && (reads += 1) > 2;
      return isRead && isUnread
        ? Promise.resolve({ status: 404, headers: {}, body: "<html>" })
        : harness.simulator.transport(request, signal);
    };
    const driver = harness.run({ transport }).driver("ResourceShare");
    await expect(driver.create(checkedBy(driver, net, self), { urn: self })).rejects.toThrow(/ListResourceShareAssociations/);
    isUnread = false;
    const resumed = await up(harness.run().driver("ResourceShare"), net, self);
    expect(harness.shares()).toEqual([resumed.id]);
  });

  it("removes the create tag in the very last call, so that a killed process's share is found", async () => {
    const harness = createHarness();
    await up(harness.run().driver("ResourceShare"), { ...net, resourceGroupId: demo.groups.network }, self);
    expect(harness.calls().at(-1)).toBe("UntagResources");
  });

  it("keeps the create tag when something else fails, and the next update of its state removes it", async () => {
    const harness = createHarness();
    harness.simulator.outOfBand.planFailure("vsw-1", { reason: "Unavailable" });
    const first = harness.run().driver("ResourceShare");
    const kept = await first.create(checkedBy(first, net, self), { urn: self });
    expect(kept.failure?.message).toContain("Unavailable");
    expect(kept.state).toMatchObject({ creating: true });
    expect(taggedShareIds(harness)).toEqual([kept.id]);
    harness.simulator.outOfBand.planFailure("vsw-1", undefined);
    const next = harness.run().driver("ResourceShare");
    const updated = await updateIfChanged(next, kept, net, self);
    expect(updated.state).not.toHaveProperty("creating", true);
    expect(harness.shares()).toEqual([kept.id]);
    expect(taggedShareIds(harness)).toEqual([]);
  });

  // (promise P-no-trace)
  it("sets no create tag without `trace`, and then reports what to do when the answer is lost", async () => {
    const harness = createHarness();
    const driver = harness.run({ trace: false }).driver("ResourceShare");
    await up(driver, net, self);
    expect(harness.calls().slice(0, 2)).toEqual(["GetCallerIdentity", "CreateResourceShare"]);
    expect(harness.calls()).not.toContain("UntagResources");
    expect(taggedShareIds(harness)).toEqual([]);
    harness.simulator.faults.add(lost);
    const lostShare = driver.create(checkedBy(driver, { ...net, name: "two" }, urn("ResourceShare", "two")), {
      urn: urn("ResourceShare", "two"),
    });
    await expect(lostShare).rejects.toThrow(/creation of share "two" got no answer, and without `trace`.*adopt/);
    expect(harness.shares()).toHaveLength(2);
  });

  it.each([[19], [20]])("sets %i tags beside its create tag", async (count) => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { ...net, tags: manyTags(count) }, self);
    expect((await refresh(driver, made, self))?.state["tags"]).toEqual(manyTags(count));
    expect(taggedShareIds(harness)).toEqual([]);
  });

  it.each([
    [
      "what it holds is more than one call takes",
      { targets: [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core, demo.folders.sandbox] },
    ],
    ["it is empty", { resources: [], targets: [] }],
    ["it has twenty tags", { tags: manyTags(20) }],
    ["it changes group and permissions", { permissionNames: ["AliyunRSPermissionVSwitchReadOnly"], resourceGroupId: demo.groups.network }],
  ])("settles although it is invisible for five seconds and %s", async (_, more: Values) => {
    const harness = createHarness({ pace: { visibility: 5000 } });
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { ...net, ...more }, self);
    expect(made.state["status"]).toBe("Active");
    expect(taggedShareIds(harness)).toEqual([]);
    expect(await updateIfChanged(driver, made, { ...net, ...more }, self)).toBe(made);
  });

  it("is usable by other resources at once although it is invisible for five seconds", async () => {
    const harness = createHarness({ pace: { visibility: 5000 } });
    const run = harness.run({ trace: false });
    const { id: shareId } = await up(run.driver("ResourceShare"), { name: "net" }, self);
    await Promise.all([
      up(run.driver("ShareAssociation"), { shareId, targets: [demo.member], resources: net.resources }, urn("ShareAssociation")),
      up(run.driver("SharePermission"), { shareId, permissionName: "AliyunRSPermissionImageReadOnly" }, urn("SharePermission")),
      up(run.driver("ShareTags"), { shareId, tags: { team: "net" } }, urn("ShareTags")),
    ]);
    expect(harness.simulator.grants()).toHaveLength(1);
  });

  it("creates nothing and leaves no id when the service refuses it", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    await expect(up(driver, { ...net, targets: [demo.consumer] }, self)).rejects.toThrow(/InvalidTarget/);
    expect(harness.shares()).toEqual([]);
  });

  it("creates nothing after an abort", async () => {
    const harness = createHarness();
    const gone = () => Promise.reject(new Error("the engine has gone"));
    await expect(up(harness.run({ assertEngineAlive: gone }).driver("ResourceShare"), net, self)).rejects.toThrow("the engine has gone");
    expect(harness.writes()).toEqual([]);
  });
});
