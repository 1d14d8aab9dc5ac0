import { describe, expect, it } from "vitest";
import { ListResourceShares } from "../../../../../../provider/api/shares.ts";
import { createTagOf } from "../../../../../../provider/resources/share/creation/create-tag.ts";
import { demo } from "../../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../../support/harness.ts";
import { checkedBy, refresh, up, urn } from "../../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
const net: { name: string; resources: object[]; targets: string[] } = {
  name: "net",
  resources: [{ type: "VSwitch", id: "vsw-1" }],
  targets: [demo.member],
};
const tag = createTagOf({ urn: self, origin: undefined });
type Harness = ReturnType<typeof createHarness>;
const tagsOf = (harness: Harness, id: string) => [...(harness.simulator.world.shares.get(id)?.tags.keys() ?? [])];

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
  // (promise P-one-owner)
  it.each([
    ["that is like this one", net],
    ["that differs from the program", { ...net, targets: [demo.network] }],
  ])("names a share of a killed run %s, which lists did not show at the start of this one, and leaves it", async (_, inputs) => {
    const { harness, left, made, run } = await killedAndRunAgain(inputs);
    expect(harness.shares().toSorted()).toEqual([left, made.id].toSorted());
    expect(run.warnings()).toEqual([
      `share ${left} is a second one of this resource, which an interrupted run has created: ${made.id} is in the state, and ${left} stays as it is. Delete ${left}, unless another stack has it`,
    ]);
    expect(harness.simulator.world.shares.get(left)?.tags.get("resourceshare:creating")).toBe(tag);
    expect(harness.calls().at(-1)).toBe("UntagResources");
  });

  it("takes longer when lists are slow, and ends", async () => {
    const harness = createHarness();
    const transport: Transport = async (request, signal) => {
      if (request.headers["x-acs-action"]?.startsWith("List") === true) await harness.clock.sleep(9_000);
      return harness.simulator.transport(request, signal);
    };
    const { id } = await up(harness.run({ transport }).driver("ResourceShare"), net, self);
    expect(tagsOf(harness, id)).toEqual([]);
  });

  it.each([
    ["lost", { kind: "lost" }],
    ["a conflict", { kind: "error", status: 409, code: "ConcurrentExecutionError" }],
    ["hanging", { kind: "hang", executed: true }],
  ] as const)("removes the tags although an answer is %s", async (_, fault) => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "UntagResources", fault });
    const { id } = await up(harness.run().driver("ResourceShare"), net, self);
    expect(tagsOf(harness, id)).toEqual([]);
  });

  it.each([[true], [false]])("finds its own share in a list (trace: %s)", async (trace) => {
    const harness = createHarness({ pace: { visibility: 4_500 } });
    const made = await up(harness.run({ trace }).driver("ResourceShare"), { name: "net" }, self);
    const client = await harness.run().host.client(undefined, undefined);
    const list = await client.all(ListResourceShares, { ResourceOwner: "Self" }, (page) => page.ResourceShares);
    expect(list.map(({ ResourceShareId }) => ResourceShareId)).toEqual([made.id]);
  });
});

// (promise P-adopted-share)
it("removes the create tag of an adopted share with the last call, whatever resource it names", async () => {
  const harness = createHarness();
  const { id } = await up(harness.run().driver("ResourceShare"), net, urn("ResourceShare", "other"));
  harness.simulator.outOfBand.tag(id, { "resourceshare:creating": "of another resource" });
  await harness.clock.sleep(1_000);
  const from = harness.calls().length;
  const driver = harness.run().driver("ResourceShare");
  const made = await driver.create(checkedBy(driver, { ...net, name: "mine", adopt: id }, self), { urn: self });
  expect(made.failure).toBeUndefined();
  expect(harness.writes(from)).toEqual(["UpdateResourceShare", "UntagResources"]);
  expect(tagsOf(harness, id)).toEqual([]);
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
