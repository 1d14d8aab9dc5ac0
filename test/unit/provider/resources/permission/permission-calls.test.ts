import { expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness } from "../../../../support/harness.ts";
import { aShare, permission } from "../../../../support/resource-scenarios.ts";
import { up, urn } from "../../../../support/resource-suite.ts";
import { permissionsIn } from "../../../../support/share-content.ts";

const self = urn("SharePermission");
const switches = { resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.member] };
const readOnly = permission("VSwitch", "ReadOnly");

it("names the permission that does not exist where the service does not", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, switches);
  const fault = { kind: "error", status: 404, code: "EntityNotExists.Permission", message: "The permission does not exist." } as const;
  harness.simulator.faults.add({ operation: "AssociateResourceSharePermission", fault });
  await expect(up(harness.run().driver("SharePermission"), { shareId, permissionName: "AliyunRSTypo" }, self)).rejects.toThrow(
    /EntityNotExists\.Permission: AliyunRSTypo: The permission does not exist; check the name/,
  );
});

it("waits for the change of another resource until its own deadline only, and keeps the order", async () => {
  const harness = createHarness();
  const shareId = await aShare(harness, switches);
  const run = harness.run();
  const created = (type: string, timeoutMs?: number) =>
    run
      .driver("SharePermission")
      .create({ shareId, permissionName: permission(type, "ReadOnly") }, { urn: urn("SharePermission", type), timeoutMs });
  const busy = { kind: "error", status: 409, code: "ConcurrentExecutionError" } as const;
  harness.simulator.faults.add({ operation: "AssociateResourceSharePermission", times: 30, fault: busy });
  const started = harness.clock.now();
  const slow = created("VSwitch");
  await harness.clock.sleep(2000);
  await expect(created("Image", 10_000)).rejects.toThrow(
    /a change of the permissions of rs-\d+ by another resource got no answer: its time was over/,
  );
  expect(harness.clock.now() - started).toBeLessThan(20_000);
  await Promise.all([slow, created("PrefixList")]);
  expect(permissionsIn(harness, shareId)).toEqual(expect.arrayContaining([readOnly, permission("PrefixList", "ReadOnly")]));
});
