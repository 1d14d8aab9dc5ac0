import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import { demo } from "../../../provider/simulator/world/demo.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness } from "../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net = { name: "net", resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
const manyTags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, String(index)]));
const lost = { operation: "CreateResourceShare", fault: { kind: "lost" } } as const;
const mark = (bench: ReturnType<typeof createHarness>) =>
  [...bench.simulator.world.shares.values()].filter(({ tags }) => tags.has("resourceshare:creating")).map(({ id }) => id);

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
    const bench = createHarness({ pace: { visibility } });
    bench.simulator.faults.add(lost);
    const made = await up(bench.run().driver("ResourceShare"), { ...net, tags: { team: "net" } }, self);
    expect(bench.shares()).toEqual([made.id]);
    expect(made.state).toMatchObject({ name: "net", status: "Active", tags: { team: "net" } });
    expect(mark(bench)).toEqual([]);
  });

  it.each([["garbage"], ["truncated"], ["hang"]] as const)("creates a share once when the answer is %s", async (kind) => {
    const bench = createHarness();
    bench.simulator.faults.add({ operation: "CreateResourceShare", fault: kind === "hang" ? { kind, executed: true } : { kind } });
    const made = await up(bench.run().driver("ResourceShare"), net, self);
    expect(bench.shares()).toEqual([made.id]);
  });

  it("does not accept a share with a copied create tag when the answer is lost", async () => {
    const bench = createHarness();
    const other = await up(bench.run().driver("ResourceShare"), { name: "theirs" }, urn("ResourceShare", "other"));
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"] !== "CreateResourceShare") return bench.simulator.transport(request, signal);
      const [, tag = ""] = /Tag\.\d+\.Value=([0-9a-f]+\.[^&]+)/.exec(`${request.url}&${request.body ?? ""}`) ?? [];
      bench.simulator.outOfBand.tag(other.id, { "resourceshare:creating": decodeURIComponent(tag), "resourceshare:lease": "x.0" });
      throw new Error("the call and its answer are lost");
    };
    const made = up(bench.run({ transport }).driver("ResourceShare"), net, self);
    await expect(made).rejects.toThrow(new RegExp(`share ${other.id} .*its name is "theirs" and not "net"`));
    expect(bench.simulator.world.shares.get(other.id)?.name).toBe("theirs");
  });

  it("creates a share again when the first call made none", async () => {
    const bench = createHarness();
    bench.simulator.faults.add({ operation: "CreateResourceShare", fault: { kind: "error", status: 500, code: "InternalError" } });
    const made = await up(bench.run().driver("ResourceShare"), net, self);
    expect(bench.shares()).toEqual([made.id]);
  });

  it.each([["CreateResourceShare"], ["ListResourceShareAssociations"], ["AssociateResourceShare"]])(
    "finds its share in the next run when the process was killed after %s",
    async (operation) => {
      const bench = createHarness();
      const inputs = {
        ...net,
        targets: [demo.member, demo.network, demo.sandbox, demo.folders.apps, demo.folders.core, demo.folders.sandbox],
      };
      const first = bench.run({ transport: killedAfter(bench.simulator.transport, operation) }).driver("ResourceShare");
      await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
      expect(bench.shares()).toHaveLength(1);
      const made = await up(bench.run().driver("ResourceShare"), inputs, self);
      expect(bench.shares()).toEqual([made.id]);
      expect(bench.simulator.grants()).toHaveLength(6);
      expect(mark(bench)).toEqual([]);
    },
  );

  it("finds its share in the next run although an open invitation keeps it Pending", async () => {
    const bench = createHarness();
    const inputs = { name: "net", allowExternalTargets: true, targets: [demo.consumer] };
    const first = bench.run({ transport: killedAfter(bench.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const made = await up(bench.run().driver("ResourceShare"), inputs, self);
    expect(bench.shares()).toEqual([made.id]);
  });

  it("creates a new share when the killed run's share was deleted", async () => {
    const bench = createHarness();
    const first = bench.run({ transport: killedAfter(bench.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, net, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const [left = ""] = mark(bench);
    bench.simulator.outOfBand.deleteShare(left);
    await bench.clock.sleep(1000);
    const made = await up(bench.run().driver("ResourceShare"), net, self);
    expect(made.id).not.toBe(left);
    expect(bench.shares()).toEqual([made.id]);
  });

  it("lists shares once before all creations of a run and once at their end, whatever their number", async () => {
    const bench = createHarness();
    const driver = bench.run().driver("ResourceShare");
    await Promise.all(["a", "b", "c"].map((name) => up(driver, { name }, urn("ResourceShare", name))));
    const looks = bench.simulator.calls.filter(({ parameters }) => JSON.stringify(parameters).includes("resourceshare:creating"));
    expect(looks.filter(({ operation }) => operation === "ListResourceShares")).toHaveLength(2);
  });

  it("creates a share in a run's second attempt when the first one could not list", async () => {
    const bench = createHarness();
    const driver = bench.run().driver("ResourceShare");
    bench.simulator.faults.add({ operation: "ListResourceShares", fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(up(driver, net, self)).rejects.toThrow(/NoPermission/);
    expect(bench.shares()).toEqual([]);
    await up(driver, net, self);
    expect(bench.shares()).toHaveLength(1);
  });

  it("does not confuse its share with that of another resource", async () => {
    const bench = createHarness();
    const first = bench.run({ transport: killedAfter(bench.simulator.transport, "CreateResourceShare") }).driver("ResourceShare");
    await first.create(checkedBy(first, net, self), { urn: self, timeoutMs: 10_000 }).catch(() => undefined);
    const other = await up(bench.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
    expect(bench.shares()).toHaveLength(2);
    expect(mark(bench)).toEqual(bench.shares().filter((id) => id !== other.id));
  });

  it("does not resume the old share in a forced replacement, which creates the new one first", async () => {
    const bench = createHarness();
    const old = await up(bench.run().driver("ResourceShare"), net, self);
    const driver = bench.run().driver("ResourceShare");
    const fresh = await up(driver, net, self);
    expect(fresh.id).not.toBe(old.id);
    await driver.delete(old.id, old.state, { urn: self });
    expect(bench.shares()).toEqual([fresh.id]);
    expect(bench.simulator.grants()).toHaveLength(1);
  });

  it("does not delete a share as the old one when a forced replacement has resumed it with its create tag still there", async () => {
    const bench = createHarness();
    bench.simulator.outOfBand.planFailure("vsw-1", { reason: "Unavailable" });
    bench.simulator.faults.add({ operation: "UntagResources", times: 100, fault: { kind: "dropped" } });
    const first = bench.run().driver("ResourceShare");
    const old = await first.create(checkedBy(first, net, self), { urn: self });
    expect(mark(bench)).toEqual([old.id]);
    bench.simulator.faults.clear();
    bench.simulator.outOfBand.planFailure("vsw-1", undefined);
    const run = bench.run();
    const fresh = await up(run.driver("ResourceShare"), net, self);
    await run.driver("ResourceShare").delete(old.id, old.state, { urn: self });
    expect(bench.shares()).toEqual([fresh.id]);
    expect(bench.simulator.grants()).toHaveLength(1);
    expect(run.warnings()).toContain(`${old.id} is not deleted: its replacement is the same share`);
  });

  it("does not delete the current share when a forced replacement that has resumed it was interrupted before the deletion", async () => {
    const bench = createHarness();
    const made = await up(bench.run().driver("ResourceShare"), net, self);
    // The state has the share twice: as the current one, and as the old one that is pending deletion.
    for (const inputs of [net, { ...net, tags: { team: "net" } }]) {
      const run = bench.run();
      const driver = run.driver("ResourceShare");
      await updateIfChanged(driver, made, inputs, self);
      await driver.delete(made.id, made.state, { urn: self });
      expect(bench.shares()).toEqual([made.id]);
      expect(run.warnings()).toEqual([`${made.id} is not deleted: its replacement is the same share`]);
    }
  });

  it("removes the create tag in the very last call, so that a killed process's share is found", async () => {
    const bench = createHarness();
    await up(bench.run().driver("ResourceShare"), { ...net, resourceGroupId: demo.groups.network }, self);
    expect(bench.calls().at(-1)).toBe("UntagResources");
  });

  it("removes the create tag when something else fails, so that no later share is mistaken for it", async () => {
    const bench = createHarness();
    bench.simulator.outOfBand.planFailure("vsw-1", { reason: "Unavailable" });
    const driver = bench.run().driver("ResourceShare");
    const kept = await driver.create(checkedBy(driver, net, self), { urn: self });
    expect(kept.failure?.message).toContain("Unavailable");
    expect(mark(bench)).toEqual([]);
    const fresh = await up(bench.run().driver("ResourceShare"), { ...net, resources: [] }, self);
    expect(fresh.id).not.toBe(kept.id);
  });

  // (promise P-no-trace)
  it("sets no create tag without `trace`, and then reports what to do when the answer is lost", async () => {
    const bench = createHarness();
    const driver = bench.run({ trace: false }).driver("ResourceShare");
    await up(driver, net, self);
    expect(bench.calls().slice(0, 2)).toEqual(["GetCallerIdentity", "CreateResourceShare"]);
    expect(bench.calls()).not.toContain("UntagResources");
    expect(mark(bench)).toEqual([]);
    bench.simulator.faults.add(lost);
    const lostShare = driver.create(checkedBy(driver, { ...net, name: "two" }, urn("ResourceShare", "two")), {
      urn: urn("ResourceShare", "two"),
    });
    await expect(lostShare).rejects.toThrow(/creation of share "two" got no answer, and without `trace`.*adopt/);
    expect(bench.shares()).toHaveLength(2);
  });

  it.each([[18], [19], [20]])("sets %i tags beside its create tag", async (count) => {
    const bench = createHarness();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, { ...net, tags: manyTags(count) }, self);
    expect((await refresh(driver, made, self))?.state["tags"]).toEqual(manyTags(count));
    expect(mark(bench)).toEqual([]);
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
    const bench = createHarness({ pace: { visibility: 5000 } });
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, { ...net, ...more }, self);
    expect(made.state["status"]).toBe("Active");
    expect(mark(bench)).toEqual([]);
    expect(await updateIfChanged(driver, made, { ...net, ...more }, self)).toBe(made);
  });

  it("is usable by other resources at once although it is invisible for five seconds", async () => {
    const bench = createHarness({ pace: { visibility: 5000 } });
    const run = bench.run({ trace: false });
    const { id: shareId } = await up(run.driver("ResourceShare"), { name: "net" }, self);
    await Promise.all([
      up(run.driver("ShareAssociation"), { shareId, targets: [demo.member], resources: net.resources }, urn("ShareAssociation")),
      up(run.driver("SharePermission"), { shareId, permissionName: "AliyunRSPermissionImageReadOnly" }, urn("SharePermission")),
      up(run.driver("ShareTags"), { shareId, tags: { team: "net" } }, urn("ShareTags")),
    ]);
    expect(bench.simulator.grants()).toHaveLength(1);
  });

  it("creates nothing and leaves no id when the service refuses it", async () => {
    const bench = createHarness();
    const driver = bench.run().driver("ResourceShare");
    await expect(up(driver, { ...net, targets: [demo.consumer] }, self)).rejects.toThrow(/InvalidTarget/);
    expect(bench.shares()).toEqual([]);
  });

  it("creates nothing after an abort", async () => {
    const bench = createHarness();
    const gone = () => Promise.reject(new Error("the engine has gone"));
    await expect(up(bench.run({ assertEngineAlive: gone }).driver("ResourceShare"), net, self)).rejects.toThrow("the engine has gone");
    expect(bench.writes()).toEqual([]);
  });
});
