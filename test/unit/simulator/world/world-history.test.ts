import { describe, expect, it } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import type { SimulatorOptions } from "../../../../simulator/simulator.ts";
import { createFixture, createShare } from "../fixture.ts";

const always = 1_000_000;

/** A service with stale lists, and the names of its shares as a list shows them. */
async function open(ms: number | { readonly fromMs: number; readonly toMs: number } = 5_000, options: SimulatorOptions = {}) {
  const fixture = await createFixture(undefined, options);
  fixture.simulator.faults.add({ operation: "ListResourceShares", times: always, fault: { kind: "stale", ms } });
  const names = async () => (await fixture.list("ListResourceShares", { ResourceOwner: "Self" })).map((one) => one["ResourceShareName"]);
  return { ...fixture, names };
}

describe("a stale read", () => {
  it("makes a stale read of the simulator show the world as it was, until that is long enough ago", async () => {
    const { ok, names, clock, simulator } = await open();
    const ResourceShareId = await createShare({ ok });
    expect(await names()).toEqual([]);
    clock.advance(3_000);
    await ok("UpdateResourceShare", { ResourceShareId, ResourceShareName: "renamed" });
    expect(await names()).toEqual([]);
    clock.advance(2_000);
    expect(await names()).toEqual(["demo"]);
    clock.advance(3_000);
    expect(await names()).toEqual(["renamed"]);
    expect(simulator.calls.at(-1)).toMatchObject({ fault: "stale", status: 200 });
  });

  it("makes a stale read of the simulator show the transitions that were due at its time", async () => {
    const { ok, list, clock, simulator } = await open(undefined, { pace: { associate: 1_000 } });
    const operation = "ListResourceShareAssociations";
    simulator.faults.add({ operation, times: always, fault: { kind: "stale", ms: 5_000 } });
    const status = async () => (await list(operation, { AssociationType: "Target" })).map((one) => one["AssociationStatus"]);
    await ok("CheckSharingWithResourceDirectoryStatus");
    clock.advance(1);
    await createShare({ ok }, { Targets: [demo.member] });
    clock.advance(4_999);
    expect(await status()).toEqual([]);
    clock.advance(500);
    expect(await status()).toEqual(["Associating"]);
    clock.advance(1_000);
    expect(await status()).toEqual(["Associated"]);
  });

  it("shows an out-of-band change late in a stale read of the simulator, too", async () => {
    const { ok, names, clock, simulator } = await open();
    const id = await createShare({ ok });
    clock.advance(5_000);
    expect(await names()).toEqual(["demo"]);
    simulator.outOfBand.rename(id, "renamed");
    clock.advance(4_999);
    expect(await names()).toEqual(["demo"]);
    clock.advance(1);
    expect(await names()).toEqual(["renamed"]);
  });

  it("applies a fault of stale reads to no write in the simulator, and counts no write for it", async () => {
    const { simulator, ok, list } = await createFixture();
    simulator.faults.add({ fault: { kind: "stale", ms: 5_000 } });
    const id = await createShare({ ok });
    await ok("DeleteResourceShare", { ResourceShareId: id });
    expect(simulator.faults.list()).toMatchObject([{ hit: 0 }]);
    expect(await list("ListResourceShares", { ResourceOwner: "Self" })).toEqual([]);
    expect(simulator.faults.list()).toEqual([]);
  });
});
