import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Fault } from "../../../simulator/gateway/faults.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { createHarness, type Token } from "../../support/harness.ts";
import { aShare, permission } from "../../support/resource-scenarios.ts";
import { checkedBy, up, updateIfChanged, urn } from "../../support/resource-suite.ts";
import { entitiesIn, permissionsIn, tagsIn } from "../../support/share-content.ts";

interface Move {
  readonly token: Token;
  /** The arguments of the resource that has the part before. */
  readonly giver: readonly [before: Values, after: Values];
  /** The arguments of the resource that has it afterwards. */
  readonly taker: readonly [before: Values, after: Values];
  readonly operation: string;
  readonly fault?: Fault;
  readonly times?: number;
  /** How much later the program declares the change of the second resource, in milliseconds. */
  readonly delayMs: number;
  readonly share?: Values;
}

/** Updates both resources at once; the second one is declared when the update of the first one has begun. */
async function move({ token, giver, taker, operation, fault, times = 1, delayMs, share }: Move) {
  const harness = createHarness();
  const shareId = await aShare(harness, share);
  const [from, to] = [urn(token, "from"), urn(token, "to")];
  const first = harness.run().driver(token);
  const a = await up(first, { shareId, ...giver[0] }, from);
  const b = await up(first, { shareId, ...taker[0] }, to);
  await harness.clock.sleep(10_000);
  if (fault) harness.simulator.faults.add({ operation, times, fault });
  const driver = harness.run().driver(token);
  await Promise.all([
    updateIfChanged(driver, a, { shareId, ...giver[1] }, from),
    harness.clock.sleep(delayMs).then(() => updateIfChanged(driver, b, { shareId, ...taker[1] }, to)),
  ]);
  await harness.clock.sleep(10_000);
  return { harness, shareId };
}

const lost: Fault = { kind: "hang", executed: true };
const conflict: Fault = { kind: "error", status: 409, code: "ConcurrentExecutionError" };

describe("a part that a second resource claims while the first one removes it", () => {
  it.each([
    ["while the first one removes it", undefined, 100],
    ["before the removal is repeated after a lost answer", lost, 100],
    ["before the removal is repeated after a lost answer, when the entity has gone", lost, 3_000],
    ["before the removal is repeated after conflicts", conflict, 1_000],
  ] as const)("keeps an entity associated that a second resource claims %s", async (_, fault, delayMs) => {
    const { harness, shareId } = await move({
      token: "ShareAssociation",
      giver: [{ targets: [demo.member, demo.network] }, { targets: [demo.network] }],
      taker: [{ targets: [demo.sandbox] }, { targets: [demo.sandbox, demo.member] }],
      operation: "DisassociateResourceShare",
      times: fault === conflict ? 12 : 1,
      ...{ fault, delayMs },
    });
    expect(entitiesIn(harness, shareId)).toEqual([demo.member, demo.network, demo.sandbox].toSorted());
  });

  it.each([
    ["before the removal is sent", undefined, 0],
    ["before the removal is repeated after a lost answer", lost, 300],
  ] as const)("keeps a tag that a second resource claims %s", async (_, fault, delayMs) => {
    const { harness, shareId } = await move({
      token: "ShareTags",
      giver: [{ tags: { a: "1", moved: "1" } }, { tags: { a: "2" } }],
      taker: [{ tags: { b: "1" } }, { tags: { b: "1", moved: "2" } }],
      operation: "UntagResources",
      ...{ fault, delayMs },
    });
    expect(tagsIn(harness, shareId)).toEqual({ a: "2", b: "1", moved: "2" });
  });

  const [readOnly, readWrite] = [permission("VSwitch", "ReadOnly"), permission("VSwitch", "ReadWrite")];
  const [image, key] = [permission("Image", "ReadOnly"), permission("KMSInstance", "ReadOnly")];

  it("keeps a permission attached that a second resource claims before its detachment is repeated after a lost answer", async () => {
    const { harness, shareId } = await move({
      token: "SharePermission",
      giver: [{ permissionName: readOnly }, { permissionName: key }],
      taker: [{ permissionName: image }, { permissionName: readOnly }],
      operation: "DisassociateResourceSharePermission",
      fault: lost,
      delayMs: 3_000,
    });
    expect(permissionsIn(harness, shareId)).toContain(readOnly);
  });

  it("does not attach the default permission of a type when a second resource claims another permission of the type", async () => {
    const { harness, shareId } = await move({
      token: "SharePermission",
      share: { resources: [{ type: "VSwitch", id: "vsw-1" }] },
      giver: [{ permissionName: readOnly }, { permissionName: key }],
      taker: [{ permissionName: image }, { permissionName: readWrite }],
      operation: "ListPermissions",
      fault: { kind: "latency", ms: 3_000 },
      delayMs: 1_000,
    });
    expect(permissionsIn(harness, shareId)).toContain(readWrite);
  });
});

it("associates an entity again that has left another resource a moment ago, although a call was lost and lists are old", async () => {
  const harness = createHarness();
  const [shareSelf, self] = [urn("ResourceShare"), urn("ShareAssociation")];
  const made = await up(harness.run().driver("ResourceShare"), { name: "net", targets: [demo.member, demo.network] }, shareSelf);
  const stale: Fault = { kind: "stale", ms: 5_000 };
  // From the first such rule on, the service keeps its history.
  harness.simulator.faults.add({ operation: "GetPermission", fault: stale });
  await harness.clock.sleep(10_000);
  const run = harness.run();
  await updateIfChanged(run.driver("ResourceShare"), made, { name: "net", targets: [demo.network] }, shareSelf);
  harness.simulator.faults.add({ operation: "AssociateResourceShare", fault: { kind: "dropped" } });
  harness.simulator.faults.add({ operation: "ListResourceShareAssociations", times: 999, fault: stale });
  await up(run.driver("ShareAssociation"), { shareId: made.id, targets: [demo.member] }, self);
  expect(entitiesIn(harness, made.id)).toEqual([demo.member, demo.network].toSorted());
});

it.each([
  ["before it removes the part", 0],
  ["after it has removed the part", 5_500],
])("leaves a part to a resource exactly if its failed change records the part, when that one fails %s", async (_, ms) => {
  const harness = createHarness();
  const shareId = await aShare(harness);
  const [from, to] = [urn("ShareAssociation", "from"), urn("ShareAssociation", "to")];
  const vSwitches = (...ids: string[]) => ({ shareId, resources: ids.map((id) => ({ type: "VSwitch", id })) });
  const first = harness.run().driver("ShareAssociation");
  const giver = await up(first, vSwitches("vsw-1", "vsw-9"), from);
  const taker = await up(first, vSwitches("vsw-2"), to);
  const stale: Fault = { kind: "stale", ms: 1_000 };
  // From the first such rule on, the service keeps its history.
  harness.simulator.faults.add({ operation: "GetPermission", fault: stale });
  await harness.clock.sleep(10_000);
  // The second call is that of vsw-9: a call adds at most five resources.
  harness.simulator.faults.add({ operation: "AssociateResourceShare", fault: { kind: "latency", ms } });
  harness.simulator.faults.add({
    operation: "AssociateResourceShare",
    nth: 2,
    fault: { kind: "error", status: 403, code: "NoPermission" },
  });
  const driver = harness.run().driver("ShareAssociation");
  const taking = checkedBy(driver, vSwitches("vsw-2", "vsw-3", "vsw-4", "vsw-5", "vsw-6", "vsw-7", "vsw-9"), to);
  const [, failed] = await Promise.all([
    updateIfChanged(driver, giver, vSwitches("vsw-1"), from),
    driver.update(taker.id, taker.state, taking, { urn: to }),
    harness.clock.sleep(4_000).then(() => {
      harness.simulator.faults.add({ operation: "ListResourceShareAssociations", times: 999, fault: stale });
    }),
  ]);
  expect(failed.failure).toMatchObject({ code: "NoPermission" });
  const added = ["vsw-2", "vsw-3", "vsw-4", "vsw-5", "vsw-6", "vsw-7", ...(ms === 0 ? ["vsw-9"] : [])];
  expect(failed.state).toMatchObject(vSwitches(...added));
  expect(entitiesIn(harness, shareId)).toEqual(["vsw-1", ...added]);
});
