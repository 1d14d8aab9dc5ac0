import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUnknown } from "../../../../provider/lifecycle/diff.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../support/resource-suite.ts";
import { aShare, portfolio } from "../../../support/resource-scenarios.ts";

const self = urn("ShareAssociation");
const net = { name: "net", targets: [demo.member] };

/** Arguments of a share in any order, repeated, empty or partly unknown. */
const targets = fc.constantFrom<unknown>(
  demo.member,
  demo.network,
  { id: demo.member },
  { id: demo.service, property: { timeRange: { timeRangeType: "day" } } },
  { id: demo.folders.apps, property: undefined },
  UNKNOWN,
);
const resource = fc.constantFrom({ type: "VSwitch", id: "vsw-1" }, { type: "Image", id: "m-1" }, { type: "VSwitch", id: "vsw-2" });
const lists = fc.record(
  {
    targets: fc.array(targets, { maxLength: 6 }),
    resources: fc.array(resource, { maxLength: 6 }),
    resourceArns: fc.array(fc.constantFrom(portfolio("port-1"), portfolio("port-2")), { maxLength: 4 }),
    permissionNames: fc.array(fc.constantFrom("A", "B", "C"), { maxLength: 4 }),
    tags: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2")),
    exclusive: fc.boolean(),
  },
  { requiredKeys: [] },
);
const shares = lists.map((more): Values => ({ name: "net", allowExternalTargets: true, ...more }));

describe("a driver", () => {
  const driver = createHarness().run().driver("ResourceShare");
  const settings = { seed: 7, numRuns: 200 };

  it("reports no change between equal arguments, except for unknown values", () => {
    fc.assert(
      fc.property(shares, (inputs) => {
        const once = checkedBy(driver, inputs, self);
        const unknown = Object.keys(once).filter((name) => isUnknown(once[name]));
        expect(driver.diff("rs-1", once, once, { urn: self }).changed.toSorted()).toEqual(unknown.toSorted());
      }),
      settings,
    );
  });

  it("normalizes lists in any order to the same list", () => {
    const shuffled = shares.chain((inputs) =>
      fc.tuple(
        fc.constant(inputs),
        ...["targets", "resources", "resourceArns", "permissionNames"].map((name) => {
          const list: readonly unknown[] = Array.isArray(inputs[name]) ? inputs[name] : [];
          return fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length }).map((items) => [name, items] as const);
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([inputs, ...orders]) => {
        const reordered = { ...inputs, ...Object.fromEntries(orders.filter(([name]) => inputs[name] !== undefined)) };
        expect(checkedBy(driver, reordered, self)).toEqual(checkedBy(driver, inputs, self));
      }),
      settings,
    );
  });

  it("names both regions and calls nothing when an object of another region is read or changed", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    const elsewhere = harness.run({ region: "cn-shanghai" }).driver("ResourceShare");
    const from = harness.calls().length;
    const both = /cn-hangzhou.*cn-shanghai.*nothing was done.*`region` to cn-hangzhou to keep it there, or to cn-shanghai to replace it/;
    await expect(refresh(elsewhere, made, self)).rejects.toThrow(both);
    await expect(elsewhere.update(made.id, made.state, checkedBy(elsewhere, net, self), { urn: self })).rejects.toThrow(both);
    expect(harness.calls(from)).toEqual([]);
  });

  it("deletes an object in its own region, whatever region is configured", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    await harness.run({ region: "cn-shanghai" }).driver("ResourceShare").delete(made.id, made.state, { urn: self });
    expect(harness.shares()).toEqual([]);
  });

  it("replaces an object when its region changes, and not when the argument only names the region that it has", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    const elsewhere = harness.run({ region: "cn-shanghai" }).driver("ResourceShare");
    const replacesFor = (region: string) =>
      elsewhere.diff(made.id, made.state, checkedBy(elsewhere, { ...net, region }, self), { urn: self }).replaces;
    expect(replacesFor("cn-shanghai")).toEqual(["region"]);
    expect(replacesFor("cn-hangzhou")).toEqual([]);
    const kept = await updateIfChanged(elsewhere, made, { ...net, region: "cn-hangzhou" }, self);
    expect(kept).toMatchObject({ id: made.id, state: { region: "cn-hangzhou", regionId: "cn-hangzhou" } });
  });

  it("creates with a named account and region and uses them to read and delete", async () => {
    const harness = createHarness();
    const run = harness.run({ accounts: { second: demo.otherOwner } });
    const driver = run.driver("ResourceShare");
    const made = await up(driver, { name: "net", account: "second", region: "cn-shanghai" }, self);
    expect(made.state).toMatchObject({ owner: demo.otherOwner, accountId: demo.otherOwner, regionId: "cn-shanghai", account: "second" });
    expect(await refresh(driver, made, self)).toBeDefined();
    await driver.delete(made.id, made.state, { urn: self });
    expect(harness.shares()).toEqual([]);
  });

  it("creates nothing when the account of the credentials cannot be determined", async () => {
    const harness = createHarness();
    harness.simulator.faults.add({ operation: "GetCallerIdentity", times: 9, fault: { kind: "error", status: 403, code: "NoPermission" } });
    await expect(up(harness.run().driver("ResourceShare"), net, self)).rejects.toThrow(/NoPermission.*`stsEndpoint`/);
    expect(harness.writes()).toEqual([]);
  });

  // (promise P-same-account)
  it.each([
    ["the operation is unknown", { kind: "error", status: 404, code: "InvalidAction.NotFound" }],
    ["asking is refused", { kind: "error", status: 403, code: "NoPermission" }],
    ["no answer comes", { kind: "dropped" }],
  ] as const)("trusts no absence and changes nothing when the account of the credentials cannot be determined: %s", async (_, fault) => {
    for (const written of ["accountId", "owner"]) {
      const harness = createHarness();
      const made = await up(harness.run().driver("ResourceShare"), net, self);
      const state = { ...made.state, [written === "owner" ? "accountId" : "owner"]: undefined };
      harness.simulator.faults.add({ operation: "GetCallerIdentity", times: 1000, fault });
      const driver = harness.run({ accountId: demo.consumer }).driver("ResourceShare");
      const from = harness.calls().length;
      const refused = new RegExp(`managed from account ${demo.owner}, but .*cannot be determined.*nothing was done.*stsEndpoint`);
      await expect(driver.read(made.id, state, { urn: self })).rejects.toThrow(refused);
      await expect(driver.update(made.id, state, checkedBy(driver, { ...net, name: "b" }, self), { urn: self })).rejects.toThrow(refused);
      await expect(driver.delete(made.id, state, { urn: self })).rejects.toThrow(refused);
      expect(harness.writes(from)).toEqual([]);
    }
  });

  // (promise P-same-account)
  it("refuses the credentials of another account than the managing one: a share's owner, an invitation's receiver", async () => {
    const harness = createHarness();
    const made = await up(harness.run().driver("ResourceShare"), { ...net, allowExternalTargets: true, targets: [demo.consumer] }, self);
    const acceptor = urn("InvitationAcceptor");
    const accepted = await up(harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor"), { shareId: made.id }, acceptor);
    const stranger = harness.run({ accountId: demo.partner });
    const from = harness.calls().length;
    for (const [token, { id, state }, account] of [
      ["ResourceShare", made, demo.owner],
      ["InvitationAcceptor", accepted, demo.consumer],
    ] as const) {
      const older = { ...state, accountId: undefined };
      const both = new RegExp(
        `managed from account ${account}, but .* account ${demo.partner}: nothing was done.*credentials of ${account}.*argument .account`,
      );
      await expect(stranger.driver(token).read(id, older, { urn: self })).rejects.toThrow(both);
      await expect(stranger.driver(token).delete(id, older, { urn: self })).rejects.toThrow(both);
    }
    expect(harness.writes(from)).toEqual([]);
  });

  it("names the absent share when something is to be added to it", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ShareAssociation");
    await expect(up(driver, { shareId: "rs-none", targets: [demo.member] }, self)).rejects.toThrow(
      /^AssociateResourceShare failed: EntityNotExists.ResourceShare.*rs-none/,
    );
  });

  it("creates again when an object in progress has gone", async () => {
    const harness = createHarness({ pace: { associate: { reads: 1_000_000 } } });
    const shareId = await aShare(harness);
    const inputs = { shareId, targets: [demo.member] };
    const first = harness.run().driver("ShareAssociation");
    const kept = await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 3000 });
    harness.simulator.outOfBand.failAssociation(shareId, demo.member);
    const second = harness.run().driver("ShareAssociation");
    const resumed = second.update(kept.id, kept.state, checkedBy(second, inputs, self), { urn: self });
    await harness.clock.sleep(7_000);
    harness.simulator.outOfBand.settleNow();
    expect((await resumed).failure).toBeUndefined();
    expect(harness.simulator.grants()).toEqual([]);
    expect([...(harness.simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ status }) => status)).toEqual(["Associated"]);
  });

  it("continues to wait in a third run when the second one timed out too", async () => {
    const harness = createHarness({ pace: { accept: { reads: 1_000_000 } } });
    const shareId = await aShare(harness, { allowExternalTargets: true, targets: [demo.consumer] });
    const receiver = () => harness.run({ accountId: demo.consumer }).driver("InvitationAcceptor");
    const first = receiver();
    const inputs = checkedBy(first, { shareId }, self);
    const once = await first.create(inputs, { urn: self, timeoutMs: 2000 });
    const twice = await receiver().update(once.id, once.state, inputs, { urn: self, timeoutMs: 2000 });
    expect(twice.failure?.message).toContain("accepted, not visible yet");
    harness.simulator.outOfBand.settleNow();
    const third = await updateIfChanged(receiver(), twice, { shareId }, self);
    expect(third.state["status"]).toBe("Accepted");
  });
});
