import * as fc from "fast-check";
import { expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { permission } from "../../../../support/resource-scenarios.ts";
import { up, updateIfChanged, urn } from "../../../../support/resource-suite.ts";

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

it("grants at no step what neither the lists before nor the lists after grant, and interrupts nothing that both grant", async () => {
  const update = fc.asyncProperty(anyLists, anyLists, async (before, after) => {
    const harness = createHarness({ limits: false });
    const accesses = () =>
      harness.simulator.grants().map(({ target, resource, permission: name }) => `${target.id} ${resource.id} ${name}`);
    const seen: string[][] = [];
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      seen.push(accesses());
      return answer;
    };
    const driver = harness.run({ transport }).driver("ResourceShare");
    const made = await up(driver, { name: "net", ...before }, urn("ResourceShare"));
    const first = accesses();
    seen.length = 0;
    await updateIfChanged(driver, made, { name: "net", ...after }, urn("ResourceShare"));
    const last = accesses();
    const [allowed, kept] = [new Set([...first, ...last]), first.filter((access) => last.includes(access))];
    for (const now of seen) {
      expect(now.filter((access) => !allowed.has(access))).toEqual([]);
      expect(kept.filter((access) => !now.includes(access))).toEqual([]);
    }
  });
  await fc.assert(update, { seed: 1, numRuns: 200 });
});
