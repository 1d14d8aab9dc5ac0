import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUnknown } from "../../../../provider/lifecycle/diff.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../simulator/world/demo.ts";
import { createHarness } from "../../../support/harness.ts";
import { denied, openResource } from "../../../support/resource-fixture.ts";
import { checkedBy, urn } from "../../../support/resource-suite.ts";
import { invitation, portfolio } from "../../../support/resource-scenarios.ts";

const self = urn("ResourceShare");
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

  it("reports no change between equal arguments in the driver's diff, except for unknown values", () => {
    fc.assert(
      fc.property(shares, (inputs) => {
        const once = checkedBy(driver, inputs, self);
        const unknown = Object.keys(once).filter((name) => isUnknown(once[name]));
        expect(driver.diff("rs-1", once, once, { urn: self }).changed.toSorted()).toEqual(unknown.toSorted());
      }),
      settings,
    );
  });

  it("normalizes list arguments in any order to the same list", () => {
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
    const { up, again, calls } = await openResource("ResourceShare");
    const made = await up(net);
    const elsewhere = again({ region: "cn-shanghai" });
    const from = calls().length;
    const both = /cn-hangzhou.*cn-shanghai.*nothing was done.*`region` to cn-hangzhou to keep it there, or to cn-shanghai to replace it/;
    await expect(elsewhere.refresh(made)).rejects.toThrow(both);
    await expect(elsewhere.change(made, net)).rejects.toThrow(both);
    expect(calls(from)).toEqual([]);
  });

  it("deletes an object in its own region, whatever region is configured", async () => {
    const { up, again, shares } = await openResource("ResourceShare");
    await again({ region: "cn-shanghai" }).remove(await up(net));
    expect(shares()).toEqual([]);
  });

  it("replaces an object when its region changes, and not when the argument only names the region that it has", async () => {
    const { up, again } = await openResource("ResourceShare");
    const made = await up(net);
    const { diff, update } = again({ region: "cn-shanghai" });
    expect(diff(made, { ...net, region: "cn-shanghai" }).replaces).toEqual(["region"]);
    expect(diff(made, { ...net, region: "cn-hangzhou" }).replaces).toEqual([]);
    const kept = await update(made, { ...net, region: "cn-hangzhou" });
    expect(kept).toMatchObject({ id: made.id, state: { region: "cn-hangzhou", regionId: "cn-hangzhou" } });
  });

  it("creates an object in a named account and region and uses them to read and delete it", async () => {
    const runner = { accounts: { second: demo.otherOwner } };
    const { up, refresh, remove, shares } = await openResource("ResourceShare", { runner });
    const made = await up({ name: "net", account: "second", region: "cn-shanghai" });
    expect(made.state).toMatchObject({ owner: demo.otherOwner, accountId: demo.otherOwner, regionId: "cn-shanghai", account: "second" });
    expect(await refresh(made)).toBeDefined();
    await remove(made);
    expect(shares()).toEqual([]);
  });

  it("creates no object when the account of the credentials cannot be determined", async () => {
    const { up, faults, writes } = await openResource("ResourceShare");
    faults.add({ operation: "GetCallerIdentity", times: 9, fault: denied });
    await expect(up(net)).rejects.toThrow(/NoPermission.*`stsEndpoint`/);
    expect(writes()).toEqual([]);
  });

  // (promise P-same-account)
  it.each([
    ["the operation is unknown", { kind: "error", status: 404, code: "InvalidAction.NotFound" }],
    ["asking is refused", denied],
    ["no answer comes", { kind: "dropped" }],
  ] as const)("keeps the state and changes nothing when the account of the credentials cannot be determined: %s", async (_, fault) => {
    for (const written of ["accountId", "owner"]) {
      const { up, faults, again, calls, writes } = await openResource("ResourceShare");
      const { id, state } = await up(net);
      const made = { id, state: { ...state, [written === "owner" ? "accountId" : "owner"]: undefined } };
      faults.add({ operation: "GetCallerIdentity", times: 1000, fault });
      const { refresh, change, remove } = again({ accountId: demo.consumer });
      const from = calls().length;
      const refused = new RegExp(`managed from account ${demo.owner}, but .*cannot be determined.*nothing was done.*stsEndpoint`);
      await expect(refresh(made)).rejects.toThrow(refused);
      await expect(change(made, { ...net, name: "b" })).rejects.toThrow(refused);
      await expect(remove(made)).rejects.toThrow(refused);
      expect(writes(from)).toEqual([]);
    }
  });

  // (promise P-same-account)
  it("rejects credentials of another account than the managing one: a share's owner, an invitation's receiver", async () => {
    const { up, again, calls, writes } = await openResource("ResourceShare");
    const made = await up({ ...net, allowExternalTargets: true, targets: [demo.consumer] });
    const accepted = await again({ accountId: demo.consumer }).as("it", "InvitationAcceptor").up({ shareId: made.id });
    const stranger = again({ accountId: demo.partner });
    const from = calls().length;
    for (const [token, { id, state }, account] of [
      ["ResourceShare", made, demo.owner],
      ["InvitationAcceptor", accepted, demo.consumer],
    ] as const) {
      const older = { id, state: { ...state, accountId: undefined } };
      const both = new RegExp(
        `managed from account ${account}, but .* account ${demo.partner}: nothing was done.*credentials of ${account}.*argument .account`,
      );
      await expect(stranger.as("it", token).refresh(older)).rejects.toThrow(both);
      await expect(stranger.as("it", token).remove(older)).rejects.toThrow(both);
    }
    expect(writes(from)).toEqual([]);
  });

  it("names the absent share when an association is to be added to it", async () => {
    const { up } = await openResource("ShareAssociation");
    await expect(up({ shareId: "rs-none", targets: [demo.member] })).rejects.toThrow(
      /^AssociateResourceShare failed: EntityNotExists.ResourceShare.*rs-none/,
    );
  });

  it("creates an association in progress again when it has failed meanwhile", async () => {
    const pace = { associate: { reads: 1_000_000 } };
    const { create, again, clock, simulator, outOfBand, shareId } = await openResource("ShareAssociation", { pace, share: {} });
    const inputs = { targets: [demo.member] };
    const kept = await create(inputs, 3000);
    outOfBand.failAssociation(shareId, demo.member);
    const resumed = again().change(kept, inputs);
    await clock.sleep(7_000);
    outOfBand.settleNow();
    expect((await resumed).failure).toBeUndefined();
    expect(simulator.grants()).toEqual([]);
    expect([...(simulator.world.shares.get(shareId)?.live.values() ?? [])].map(({ status }) => status)).toEqual(["Associated"]);
  });

  it("continues to wait for an object in a third run when the second one timed out too", async () => {
    const pace = { accept: { reads: 1_000_000 } };
    const runner = { accountId: demo.consumer };
    const { create, again, outOfBand } = await openResource("InvitationAcceptor", { pace, share: invitation, runner });
    const once = await create({}, 2000);
    const twice = await again().change(once, {}, 2000);
    expect(twice.failure?.message).toContain("accepted, not visible yet");
    outOfBand.settleNow();
    const third = await again().update(twice);
    expect(third.state["status"]).toBe("Accepted");
  });
});
