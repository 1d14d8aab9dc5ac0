import { describe, expect, it } from "vitest";
import { ListResourceShares } from "../../../../../provider/api/shares.ts";
import { createTagValue, creationDigests } from "../../../../../provider/resources/share/creation-rules.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net: { name: string; resources: object[]; targets: string[] } = {
  name: "net",
  resources: [{ type: "VSwitch", id: "vsw-1" }],
  targets: [demo.member],
};
const tagOf = (creator: string) => createTagValue(creationDigests(self, undefined).own, creator);
type Harness = ReturnType<typeof createHarness>;

/** Runs the provider until its share is created, and returns the share's id. */
async function killedCreation(harness: Harness, inputs = net): Promise<string> {
  let isKilled = false;
  const transport: Transport = async (request, signal) => {
    if (isKilled) throw new Error("killed");
    const answer = await harness.simulator.transport(request, signal);
    isKilled = request.headers["x-acs-action"] === "CreateResourceShare";
    if (isKilled) throw new Error("killed");
    return answer;
  };
  const driver = harness.run({ transport }).driver("ResourceShare");
  await driver.create(checkedBy(driver, inputs, self), { urn: self, timeoutMs: 1 }).catch(() => undefined);
  const [left = ""] = harness.shares();
  return left;
}

/** The same with a late answer: lists do not show the share yet when the next run begins. */
async function killedAndRunAgain(inputs = net) {
  const harness = createHarness({ pace: { visibility: 4_000, associate: 8_000 } });
  let left: string | undefined;
  const killed = killedCreation(harness, inputs);
  while (left === undefined) {
    await harness.clock.sleep(1);
    [left] = harness.shares();
  }
  const run = harness.run();
  const made = await up(run.driver("ResourceShare"), net, self);
  await killed;
  return { harness, left, made, run };
}

describe("the end of a creation", () => {
  it("deletes the share of a killed run that lists did not show at the start of this one, and reports it", async () => {
    const { harness, left, made, run } = await killedAndRunAgain();
    expect(made.id).not.toBe(left);
    expect(harness.shares()).toEqual([made.id]);
    expect(run.warnings()).toEqual([
      `share ${left} was deleted: an interrupted run had created it for this resource, which has ${made.id} now`,
    ]);
    expect(harness.calls().at(-1)).toBe("UntagResources");
  });

  it("leaves the share of a killed run that differs from the program, and reports it", async () => {
    const { harness, left, made, run } = await killedAndRunAgain({ ...net, targets: [demo.network] });
    expect(harness.shares().toSorted()).toEqual([left, made.id].toSorted());
    expect(run.warnings().join()).toMatch(new RegExp(`share ${left} has the tag .*it has the target ${demo.network}`));
  });

  it("leaves the share of a killed run while its creator is alive", async () => {
    const harness = createHarness({ pace: { associate: 8_000 } });
    const other = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
    const run = harness.run();
    const made = up(run.driver("ResourceShare"), net, self);
    await harness.clock.sleep(4_000);
    harness.simulator.outOfBand.tag(other.id, { "resourceshare:creating": tagOf("x-y-1"), "resourceshare:lease": "1" });
    await harness.clock.sleep(10_000);
    harness.simulator.outOfBand.tag(other.id, { "resourceshare:lease": "2" });
    const { id } = await made;
    expect(harness.shares().toSorted()).toEqual([other.id, id].toSorted());
    expect(run.warnings().join()).toMatch(new RegExp(`share ${other.id} stays as it is: another process is creating it`));
  });

  // (promise P-one-owner)
  it("keeps no id when another process has resumed the share, and leaves the share alone", async () => {
    const harness = createHarness({ pace: { associate: 3_000 } });
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, net, self), { urn: self });
    await harness.clock.sleep(1_000);
    const [id = ""] = harness.shares();
    harness.simulator.outOfBand.tag(id, { "resourceshare:creating": tagOf("x-y-1") });
    await expect(made).rejects.toThrow(
      new RegExp(
        `share ${id} was resumed by another process.*does not keep its id. Before the next .pulumi up.*whether a stack has the share.*adopt`,
      ),
    );
    expect(harness.shares()).toEqual([id]);
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:creating")).toBe(tagOf("x-y-1"));
  });

  it("keeps no id when another process has resumed the share and the creation fails", async () => {
    const harness = createHarness({ pace: { associate: 3_000 } });
    harness.simulator.outOfBand.planFailure("vsw-1", { reason: "Unavailable" });
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, net, self), { urn: self });
    await harness.clock.sleep(1_000);
    const [id = ""] = harness.shares();
    harness.simulator.outOfBand.tag(id, { "resourceshare:creating": tagOf("x-y-1") });
    await expect(made).rejects.toThrow(/was resumed by another process/);
    expect(harness.simulator.world.shares.get(id)?.tags.get("resourceshare:creating")).toBe(tagOf("x-y-1"));
  });

  it("keeps the id when the tag is removed sooner than another process can finish the creation, and reports it", async () => {
    const harness = createHarness({ pace: { associate: 8_000 } });
    const run = harness.run();
    const made = up(run.driver("ResourceShare"), net, self);
    await harness.clock.sleep(2_000);
    const [id = ""] = harness.shares();
    harness.simulator.outOfBand.untag(id, "resourceshare:creating");
    expect((await made).id).toBe(id);
    expect(run.warnings()).toEqual([`${id}: its tag resourceshare:creating was removed while it was created`]);
  });

  it.each([
    ["the creation takes longer than another process needs to finish it", 40_000, 0],
    ["the machine slept meanwhile", 8_000, 60_000],
  ])("keeps no id when the tag is gone and %s", async (_, associate, sleptMs) => {
    const harness = createHarness({ pace: { associate } });
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, net, self), { urn: self });
    made.catch(() => undefined);
    await harness.clock.sleep(2_000);
    const [id = ""] = harness.shares();
    harness.clock.stepWallTime(sleptMs);
    harness.simulator.outOfBand.untag(id, "resourceshare:creating");
    await expect(made).rejects.toThrow(new RegExp(`share ${id} was resumed .*that tag is gone.*adopt: "${id}".*trace: false`));
    expect(harness.shares()).toEqual([id]);
  });

  it.each([
    ["before the call that removes the tags", true],
    ["after it", false],
  ])("keeps no id when the machine sleeps %s", async (_, isBefore) => {
    const harness = createHarness();
    const transport: Transport = async (request, signal) => {
      const isLast = request.headers["x-acs-action"] === "UntagResources";
      if (isLast && isBefore) harness.clock.stepWallTime(60_000);
      const answer = await harness.simulator.transport(request, signal);
      if (isLast && !isBefore) harness.clock.stepWallTime(60_000);
      return answer;
    };
    const driver = harness.run({ transport }).driver("ResourceShare");
    await expect(driver.create(checkedBy(driver, net, self), { urn: self })).rejects.toThrow(/was resumed by another process/);
  });

  it("fails when lists are too slow to end a creation safely, and keeps the id and the tags", async () => {
    const harness = createHarness();
    let isCreated = false;
    const transport: Transport = async (request, signal) => {
      const operation = request.headers["x-acs-action"];
      if (isCreated && operation === "ListResourceShares") await harness.clock.sleep(7_000);
      isCreated ||= operation === "CreateResourceShare";
      return harness.simulator.transport(request, signal);
    };
    const driver = harness.run({ transport }).driver("ResourceShare");
    const made = await driver.create(checkedBy(driver, net, self), { urn: self });
    expect(made.failure?.message).toMatch(/untagging .*slow lists/);
    expect([...(harness.simulator.world.shares.get(made.id)?.tags.keys() ?? [])]).toEqual([
      "resourceshare:creating",
      "resourceshare:lease",
    ]);
  });

  it.each([
    ["lost", { kind: "lost" }],
    ["a conflict", { kind: "error", status: 409, code: "ConcurrentExecutionError" }],
    ["hanging", { kind: "hang", executed: true }],
  ] as const)("removes the tags although an answer is %s", async (_, fault) => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "UntagResources", fault });
    const { id } = await up(harness.run().driver("ResourceShare"), net, self);
    expect([...(harness.simulator.world.shares.get(id)?.tags.keys() ?? [])]).toEqual([]);
  });

  it.each([[true], [false]])("finds its own share in a list (trace: %s)", async (trace) => {
    const harness = createHarness({ pace: { visibility: 4_500 } });
    const made = await up(harness.run({ trace }).driver("ResourceShare"), { name: "net" }, self);
    const client = await harness.run().host.client(undefined, undefined);
    const list = await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares);
    expect(list.map(({ ResourceShareId }) => ResourceShareId)).toEqual([made.id]);
  });
});

describe("a share whose creation another process began", () => {
  const theirs = { "resourceshare:creating": tagOf("x-y-1"), "resourceshare:lease": "x.1" };
  /** A share with the create tag and lease of another process, which a program adopts with another name. */
  async function adopted(tags: Readonly<Record<string, string>>) {
    const harness = createHarness();
    const { id } = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
    harness.simulator.outOfBand.tag(id, tags);
    await harness.clock.sleep(1_000);
    const from = harness.calls().length;
    const driver = harness.run().driver("ResourceShare");
    const made = driver.create(checkedBy(driver, { ...net, name: "mine", adopt: id }, self), { urn: self });
    return { harness, id, from, made };
  }
  const tagsOf = (harness: Harness, id: string) => [...(harness.simulator.world.shares.get(id)?.tags.keys() ?? [])];

  // (promise P-adopted-share)
  it("ends the creation of an adopted share before it changes the share, so that no process deletes it as a surplus one", async () => {
    const { harness, id, from, made } = await adopted(theirs);
    expect((await made).failure).toBeUndefined();
    expect(harness.writes(from)).toEqual(["TagResources", "UntagResources", "UpdateResourceShare"]);
    expect(tagsOf(harness, id)).toEqual([]);
  });

  it("removes the create tag of an adopted share at once when the lease is gone, because no process can resume it", async () => {
    const { harness, from, made } = await adopted({ "resourceshare:creating": tagOf("x-y-1") });
    expect((await made).failure).toBeUndefined();
    expect(harness.writes(from)).toEqual(["UntagResources", "UpdateResourceShare"]);
  });

  // (promise P-adopted-share)
  it("keeps no id of an adopted share that another process is still creating, and changes nothing", async () => {
    const { harness, id, from, made } = await adopted(theirs);
    made.catch(() => undefined);
    await harness.clock.sleep(4_000);
    harness.simulator.outOfBand.tag(id, { "resourceshare:lease": "x.2" });
    await expect(made).rejects.toThrow(new RegExp(`share ${id} .*is being created by another process`));
    expect(harness.writes(from)).toEqual([]);
    expect(tagsOf(harness, id)).toEqual(Object.keys(theirs));
  });

  it("keeps a second share without a lease, whose creator may still be creating it", async () => {
    const harness = createHarness({ pace: { associate: 8_000 } });
    const other = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
    const run = harness.run();
    const made = up(run.driver("ResourceShare"), net, self);
    await harness.clock.sleep(4_000);
    harness.simulator.outOfBand.tag(other.id, { "resourceshare:creating": tagOf("x-y-1") });
    expect(harness.shares().toSorted()).toEqual([other.id, (await made).id].toSorted());
    expect(run.warnings().join()).toMatch(new RegExp(`share ${other.id} has the tag .*it has no tag resourceshare:lease`));
  });
});

describe("a fresh share that lists do not show", () => {
  /** A share whose creation fails before lists show it. */
  async function invisible() {
    const harness = createHarness({ pace: { visibility: 4_500 } });
    harness.simulator.faults.add({
      operation: "ChangeResourceGroup",
      times: 9,
      fault: { kind: "error", status: 403, code: "NoPermission" },
    });
    harness.simulator.faults.add({
      operation: "ListResourceShares",
      nth: 2,
      times: 99,
      fault: { kind: "error", status: 403, code: "NoPermission" },
    });
    const driver = harness.run().driver("ResourceShare");
    const made = await driver.create(checkedBy(driver, { ...net, resources: [], targets: [] }, self), { urn: self });
    harness.simulator.faults.clear();
    expect(made.failure).toBeDefined();
    return { harness, made };
  }

  it("keeps a fresh share that lists do not show in a refresh", async () => {
    const { harness, made } = await invisible();
    expect((await refresh(harness.run().driver("ResourceShare"), made, self))?.id).toBe(made.id);
  });

  it("deletes a fresh share that lists do not show", async () => {
    const { harness, made } = await invisible();
    await harness.run().driver("ResourceShare").delete(made.id, made.state, { urn: self });
    expect(harness.shares()).toEqual([]);
  });
});
