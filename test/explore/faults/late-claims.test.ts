import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { Fault } from "../../../simulator/gateway/faults.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Token } from "../../support/harness.ts";
import { denied, openResource } from "../../support/resource-fixture.ts";
import { permission } from "../../support/resource-scenarios.ts";

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

/** Updates both resources at once; the second one is declared when the update of the first one has begun. Returns what the share has then. */
async function move({ token, giver, taker, operation, fault, times = 1, delayMs, share = {} }: Move) {
  const { as, again, clock, faults, entities, permissions, tags } = await openResource(token, { share });
  const [from, to] = [await as("from").up(giver[0]), await as("to").up(taker[0])];
  await clock.sleep(10_000);
  if (fault) faults.add({ operation, times, fault });
  const next = again();
  await Promise.all([next.as("from").update(from, giver[1]), clock.sleep(delayMs).then(() => next.as("to").update(to, taker[1]))]);
  await clock.sleep(10_000);
  return { entities: entities(), permissions: permissions(), tags: tags() };
}

const lost: Fault = { kind: "hang", executed: true };
const conflict: Fault = { kind: "error", status: 409, code: "ConcurrentExecutionError" };

describe("a part that a second resource claims while the first one removes it", () => {
  it.each([
    ["while the first one removes it", undefined, 100],
    ["before the removal is repeated after a lost answer", lost, 100],
    ["before the removal is repeated after a lost answer, when the entity has gone", lost, 3_000],
    ["before the removal is repeated after conflicts", conflict, 1_000],
  ] as const)("keeps an entity associated when a second resource claims it %s", async (_, fault, delayMs) => {
    const { entities } = await move({
      token: "ShareAssociation",
      giver: [{ targets: [demo.member, demo.network] }, { targets: [demo.network] }],
      taker: [{ targets: [demo.sandbox] }, { targets: [demo.sandbox, demo.member] }],
      operation: "DisassociateResourceShare",
      times: fault === conflict ? 12 : 1,
      ...{ fault, delayMs },
    });
    expect(entities).toEqual([demo.member, demo.network, demo.sandbox].toSorted());
  });

  it.each([
    ["before the removal is sent", undefined, 0],
    ["before the removal is repeated after a lost answer", lost, 300],
  ] as const)("keeps a tag when a second resource claims it %s", async (_, fault, delayMs) => {
    const { tags } = await move({
      token: "ShareTags",
      giver: [{ tags: { a: "1", moved: "1" } }, { tags: { a: "2" } }],
      taker: [{ tags: { b: "1" } }, { tags: { b: "1", moved: "2" } }],
      operation: "UntagResources",
      ...{ fault, delayMs },
    });
    expect(tags).toEqual({ a: "2", b: "1", moved: "2" });
  });

  const [readOnly, readWrite] = [permission("VSwitch", "ReadOnly"), permission("VSwitch", "ReadWrite")];
  const [image, key] = [permission("Image", "ReadOnly"), permission("KMSInstance", "ReadOnly")];

  it("keeps a permission attached when a second resource claims it before the detachment is repeated after a lost answer", async () => {
    const { permissions } = await move({
      token: "SharePermission",
      giver: [{ permissionName: readOnly }, { permissionName: key }],
      taker: [{ permissionName: image }, { permissionName: readOnly }],
      operation: "DisassociateResourceSharePermission",
      fault: lost,
      delayMs: 3_000,
    });
    expect(permissions).toContain(readOnly);
  });

  it("does not attach the default permission of a type when a second resource claims another permission of the type", async () => {
    const { permissions } = await move({
      token: "SharePermission",
      share: { resources: [{ type: "VSwitch", id: "vsw-1" }] },
      giver: [{ permissionName: readOnly }, { permissionName: key }],
      taker: [{ permissionName: image }, { permissionName: readWrite }],
      operation: "ListPermissions",
      fault: { kind: "latency", ms: 3_000 },
      delayMs: 1_000,
    });
    expect(permissions).toContain(readWrite);
  });
});

it("associates a target with its new resource after its old resource has removed it, although a call was lost and lists are stale", async () => {
  const { up, again, faults, clock, entities } = await openResource("ResourceShare");
  const made = await up({ name: "net", targets: [demo.member, demo.network] });
  const stale: Fault = { kind: "stale", ms: 5_000 };
  // From the first such rule on, the service keeps its history.
  faults.add({ operation: "GetPermission", fault: stale });
  await clock.sleep(10_000);
  const { update, as } = again();
  await update(made, { name: "net", targets: [demo.network] });
  faults.add({ operation: "AssociateResourceShare", fault: { kind: "dropped" } });
  faults.add({ operation: "ListResourceShareAssociations", times: 999, fault: stale });
  await as("more", "ShareAssociation").up({ shareId: made.id, targets: [demo.member] });
  expect(entities(made.id)).toEqual([demo.member, demo.network].toSorted());
});

it.each([
  ["before it removes the part", 0],
  ["after it has removed the part", 5_500],
])("keeps a moved part of a share only if the failed change of its new resource records it (failure %s)", async (_, ms) => {
  const { as, again, faults, clock, entities } = await openResource("ShareAssociation", { share: {} });
  const vSwitches = (...ids: string[]) => ({ resources: ids.map((id) => ({ type: "VSwitch", id })) });
  const giver = await as("from").up(vSwitches("vsw-1", "vsw-9"));
  const taker = await as("to").up(vSwitches("vsw-2"));
  const stale: Fault = { kind: "stale", ms: 1_000 };
  // From the first such rule on, the service keeps its history.
  faults.add({ operation: "GetPermission", fault: stale });
  await clock.sleep(10_000);
  // The second call is that of vsw-9: a call adds at most five resources.
  faults.add({ operation: "AssociateResourceShare", fault: { kind: "latency", ms } });
  faults.add({ operation: "AssociateResourceShare", nth: 2, fault: denied });
  const next = again();
  const taking = vSwitches("vsw-2", "vsw-3", "vsw-4", "vsw-5", "vsw-6", "vsw-7", "vsw-9");
  const [, failed] = await Promise.all([
    next.as("from").update(giver, vSwitches("vsw-1")),
    next.as("to").change(taker, taking),
    clock.sleep(4_000).then(() => faults.add({ operation: "ListResourceShareAssociations", times: 999, fault: stale })),
  ]);
  expect(failed.failure).toMatchObject({ code: "NoPermission" });
  const added = ["vsw-2", "vsw-3", "vsw-4", "vsw-5", "vsw-6", "vsw-7", ...(ms === 0 ? ["vsw-9"] : [])];
  expect(failed.state).toMatchObject(vSwitches(...added));
  expect(entities()).toEqual(["vsw-1", ...added]);
});
