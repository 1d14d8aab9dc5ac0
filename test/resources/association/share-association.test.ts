import { describe, expect, it } from "vitest";
import { demo } from "../../../provider/simulator/world/demo.ts";
import { createHarness } from "../../support/harness.ts";
import { up, urn } from "../../support/resource-suite.ts";
import { aShare } from "../../support/resource-scenarios.ts";

const self = urn("ShareAssociation");
const denied = { kind: "error", status: 403, code: "NoPermission" } as const;

describe("ShareAssociation", () => {
  it.each([
    ["when the share is there", 0],
    ["when the share cannot be read", 1000],
  ])("is not deleted when the service refuses that: %s", async (_, times) => {
    const harness = createHarness({ timeoutMs: 20_000 });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: denied });
    if (times > 0) harness.simulator.faults.add({ operation: "ListResourceShares", times, fault: { kind: "dropped" } });
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(/NoPermission/);
    expect(harness.simulator.world.shares.get(shareId)?.live.size).toBe(1);
  });

  it("is deleted when its share is deleted at the same time, whatever is refused", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    harness.simulator.outOfBand.deleteShare(shareId);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: denied });
    await expect(driver.delete(made.id, made.state, { urn: self })).resolves.toBeUndefined();
  });

  it("reads an association by its id and its lists, because its id begins with the share's", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    const driver = harness.run().driver("ShareAssociation");
    const found = await driver.read(`${shareId}/x`, { targets: [demo.member, demo.network] }, { urn: self });
    expect(found?.inputs).toMatchObject({ shareId, targets: [demo.member] });
    expect(await driver.read(`${shareId}/x`, { targets: [demo.network] }, { urn: self })).toBeUndefined();
  });
});
