import { describe, expect, it } from "vitest";
import { demo } from "../../../../../simulator/world/demo.ts";
import { createHarness } from "../../../../support/harness.ts";
import { checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";

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

  it("keeps an entity in the state whose removal has failed, adds it again, and removes it in the end", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const targets = [demo.member, demo.network];
    const made = await up(driver, { shareId, targets }, self);
    harness.simulator.outOfBand.planFailure(demo.member, { on: "Disassociate", reason: "InternalError" });
    const inputs = checkedBy(driver, { shareId, targets: [demo.network] }, self);
    const failed = await driver.update(made.id, made.state, inputs, { urn: self });
    expect(failed.failure?.message).toContain("InternalError");
    expect(failed.state["targets"]).toEqual(targets.toSorted());
    const read = await refresh(harness.run().driver("ShareAssociation"), failed, self);
    expect(read?.state["targets"]).toEqual(targets.toSorted());
    harness.simulator.outOfBand.planFailure(demo.member, undefined);
    const back = await harness
      .run()
      .driver("ShareAssociation")
      .update(made.id, failed.state, checkedBy(driver, { shareId, targets }, self), { urn: self });
    expect(back.failure).toBeUndefined();
    expect(back.state["associations"]).toMatchObject([{ status: "Associated" }, { status: "Associated" }]);
    const again = await harness.run().driver("ShareAssociation").update(made.id, back.state, inputs, { urn: self });
    expect(again.failure).toBeUndefined();
    expect(again.state["targets"]).toEqual([demo.network]);
  });

  it("reads no associations after a removal that the service denies: they cannot explain it", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member] }, self);
    harness.simulator.faults.add({ operation: "DisassociateResourceShare", fault: denied });
    const from = harness.calls().length;
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(/NoPermission/);
    expect(harness.calls(from)).not.toContain("ListResourceShareAssociations");
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

describe("associations that the engine starts slowly", () => {
  const targets = [demo.member, demo.network, demo.sandbox];
  const engine = async () => {
    const harness = createHarness({ limits: false });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const from = harness.calls().length;
    const associations = (operation: string) => harness.calls(from).filter((called) => called === operation).length;
    const check = (name: string, target: string) =>
      driver.check({ shareId, targets: [target] }, { urn: urn("ShareAssociation", name), isNew: true }).inputs;
    /** Runs operations as the engine does: it writes its state before each. */
    const inTurn = async <T>(operations: readonly (() => Promise<T>)[]) => {
      const running: Promise<T>[] = [];
      for (const operation of operations) {
        running.push(operation());
        await harness.clock.sleep(60);
      }
      return Promise.all(running);
    };
    return { shareId, driver, associations, check, inTurn };
  };

  it("are created in one call", async () => {
    const { driver, associations, check, inTurn } = await engine();
    const checked = targets.map((target, index) => [urn("ShareAssociation", `a${index}`), check(`a${index}`, target)] as const);
    await inTurn(
      checked.map(
        ([name, inputs]) =>
          () =>
            driver.create(inputs, { urn: name }),
      ),
    );
    expect(associations("AssociateResourceShare")).toBe(1);
  });

  it("are updated in one call", async () => {
    const { driver, associations, check, inTurn, shareId } = await engine();
    const [first, second] = [urn("ShareAssociation", "a0"), urn("ShareAssociation", "a1")];
    const made = await Promise.all([
      driver.create(check("a0", demo.member), { urn: first }),
      driver.create(check("a1", demo.network), { urn: second }),
    ]);
    const wanted = [
      { shareId, targets: [demo.member, demo.sandbox] },
      { shareId, targets: [demo.network, demo.folders.apps] },
    ];
    const before = associations("AssociateResourceShare");
    const updates = made.map(({ id, state }, index) => {
      const name = index === 0 ? first : second;
      const { inputs } = driver.check(wanted[index] ?? {}, { urn: name });
      driver.diff(id, state, inputs, { urn: name });
      return () => driver.update(id, state, inputs, { urn: name });
    });
    await inTurn(updates);
    expect(associations("AssociateResourceShare")).toBe(before + 1);
  });
});
