import * as fc from "fast-check";
import { expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import { answering, keepsHistory, openResource } from "../../../../support/resource-fixture.ts";
import { permission, switches } from "../../../../support/resource-scenarios.ts";

const anyLists = fc.record({
  resources: fc.subarray([
    { type: "VSwitch", id: "vsw-demo01" },
    { type: "VSwitch", id: "vsw-demo02" },
    { type: "Image", id: "m-demo01" },
  ]),
  targets: fc.subarray([demo.member, demo.network, demo.folders.core]),
  permissionNames: fc.constantFrom(
    [],
    [permission("VSwitch", "ReadOnly")],
    [permission("VSwitch", "ReadWrite")],
    [permission("VSwitch", "ReadOnly"), permission("Image", "ReadWrite")],
  ),
});

it("never interrupts access that a share's update keeps, nor grants access absent before and after it, and ends complete", async () => {
  const change = fc.asyncProperty(anyLists, anyLists, async (before, after) => {
    const { again, simulator, entities, permissions } = await openResource("ResourceShare", { limits: false });
    const accesses = () => simulator.grants().map(({ target, resource, permission: name }) => `${target.id} ${resource.id} ${name}`);
    const seen: string[][] = [];
    const recording = (body: string) => {
      seen.push(accesses());
      return body;
    };
    const { up, update } = again({ transport: answering(simulator.transport, recording) });
    const made = await up({ name: "net", ...before });
    const first = accesses();
    seen.length = 0;
    await update(made, { name: "net", ...after });
    const last = accesses();
    expect(entities(made.id)).toEqual([...after.resources.map(({ id }) => id), ...after.targets].toSorted());
    expect(permissions(made.id)).toEqual(expect.arrayContaining([...after.permissionNames]));
    const [allowed, kept] = [new Set([...first, ...last]), first.filter((access) => last.includes(access))];
    for (const now of seen) {
      expect(now.filter((access) => !allowed.has(access))).toEqual([]);
      expect(kept.filter((access) => !now.includes(access))).toEqual([]);
    }
  });
  await fc.assert(change, { seed: 1, numRuns: 120 });
});

it("removes from a share that becomes exclusive also what was added a moment before, and what lists do not show yet", async () => {
  const { up, again, faults, entities, clock, outOfBand } = await openResource("ResourceShare");
  faults.add(keepsHistory);
  const inputs = { name: "net", ...switches, targets: [demo.member] };
  const made = await up(inputs);
  await clock.sleep(20_000);
  outOfBand.associate(made.id, { targets: [demo.network] });
  await clock.sleep(1_000);
  faults.add({ operation: "ListResourceShareAssociations", times: 99, fault: { kind: "stale", ms: 4_000 } });
  await again().update(made, { ...inputs, exclusive: true });
  expect(entities(made.id)).not.toContain(demo.network);
});
