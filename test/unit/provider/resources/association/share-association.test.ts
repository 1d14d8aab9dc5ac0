import { describe, expect, it } from "vitest";
import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Token } from "../../../../support/harness.ts";
import { denied, openResource } from "../../../../support/resource-fixture.ts";

const open = (share = {}, settings = {}) => openResource("ShareAssociation", { share, ...settings });

describe("ShareAssociation", () => {
  it.each([
    ["when the share is there", 0],
    ["when the share cannot be read", 1000],
  ])("fails the deletion of an association that the service refuses: %s, without reading associations", async (_, times) => {
    const { up, remove, faults, calls, entities } = await open({}, { timeoutMs: 20_000 });
    const made = await up({ targets: [demo.member] });
    faults.add({ operation: "DisassociateResourceShare", fault: denied });
    if (times > 0) faults.add({ operation: "ListResourceShares", times, fault: { kind: "dropped" } });
    const from = calls().length;
    await expect(remove(made)).rejects.toThrow(/NoPermission/);
    expect(entities()).toEqual([demo.member]);
    expect(calls(from)).not.toContain("ListResourceShareAssociations");
  });

  it.each<[kind: Token, inputs: Values]>([
    ["ShareAssociation", {}],
    ["ResourceShare", { name: "net", exclusive: true }],
  ])("keeps an entity in the state after its removal failed, adds it again, and removes it later: %s %o", async (kind, inputs) => {
    const { up, change, again, outOfBand } = await openResource(kind, kind === "ShareAssociation" ? { share: {} } : {});
    const targets = [demo.member, demo.network].toSorted();
    const made = await up({ ...inputs, targets });
    outOfBand.planFailure(demo.member, { on: "Disassociate", reason: "InternalError" });
    const failed = await change(made, { ...inputs, targets: [demo.network] });
    expect(failed.failure?.message).toContain("InternalError");
    expect(failed.state["targets"]).toEqual(targets);
    expect((await again().refresh(failed))?.state["targets"]).toEqual(targets);
    outOfBand.planFailure(demo.member, undefined);
    const back = await again().change(failed, { ...inputs, targets });
    expect(back.failure).toBeUndefined();
    expect(back.state["associations"]).toMatchObject([{ status: "Associated" }, { status: "Associated" }]);
    const removed = await again().change(back, { ...inputs, targets: [demo.network] });
    expect(removed.failure).toBeUndefined();
    expect(removed.state["targets"]).toEqual([demo.network]);
  });

  it.each<[kind: Token, inputs: Values]>([
    ["ShareAssociation", {}],
    ["ResourceShare", { name: "net" }],
    ["ResourceShare", { name: "net", exclusive: true }],
  ])("keeps an entity in the state whose removal outlasts the update, and removes it or adds it again: %s %o", async (kind, inputs) => {
    const { up, again, entities, shareId } = await openResource(kind, {
      ...(kind === "ShareAssociation" && { share: {} }),
      pace: { disassociate: 70_000 },
    });
    const [one, both] = [[demo.network], [demo.member, demo.network].toSorted()];
    const made = await up({ ...inputs, targets: both });
    for (const targets of [both, one]) {
      const late = await again().change(made, { ...inputs, targets: one }, 10_000);
      expect(late.failure?.message).toMatch(/target \d+3 Disassociating .* It stays in the state/);
      expect(late.state["targets"]).toEqual(both);
      expect((await again().refresh(late))?.state["targets"]).toEqual(both);
      const next = await again().update(late, { ...inputs, targets });
      expect(next.state["targets"]).toEqual(targets);
      expect(entities(shareId || made.id)).toEqual(targets);
    }
  });

  it("warns in a refresh why a target is missing: its invitation was rejected, or its association has failed", async () => {
    const { up, again, outOfBand, simulator, shareId } = await open({ allowExternalTargets: true });
    const made = await up({ targets: [demo.consumer, demo.member] });
    const [invitation] = [...simulator.world.invitations.values()];
    outOfBand.answerInvitation(invitation?.id ?? "", "reject");
    outOfBand.failAssociation(shareId, demo.member, { reason: "NoZone" });
    const { refresh, warnings } = again();
    await refresh(made);
    expect(warnings()).toEqual([
      expect.stringMatching(`not in ${shareId}: target ${demo.member} is Failed: .*NoZone.*; .pulumi up. tries again`),
      `not in ${shareId}: target ${demo.consumer} is Failed: the invitation was rejected; \`pulumi up\` sends another invitation`,
    ]);
    for (const association of simulator.world.shares.get(shareId)?.associations ?? []) association.message = undefined;
    const unexplained = again();
    await unexplained.refresh(made);
    expect(unexplained.warnings()).toContainEqual(
      expect.stringMatching(
        `target ${demo.consumer} is Failed, .* no reason; the invitation was rejected or has expired, and .pulumi up. sends`,
      ),
    );
  });

  it("deletes an association while the share itself is deleted, whatever the service refuses", async () => {
    const { up, remove, outOfBand, faults, shareId } = await open();
    const made = await up({ targets: [demo.member] });
    outOfBand.deleteShare(shareId);
    faults.add({ operation: "DisassociateResourceShare", fault: denied });
    await expect(remove(made)).resolves.toBeUndefined();
  });

  it("reads a ShareAssociation by the share's id in its own id and by its lists", async () => {
    const { read, shareId } = await open({ targets: [demo.member] });
    const found = await read(`${shareId}/x`, { targets: [demo.member, demo.network] });
    expect(found?.inputs).toMatchObject({ shareId, targets: [demo.member] });
    expect(await read(`${shareId}/x`, { targets: [demo.network] })).toBeUndefined();
  });

  it("names the share in the error of an import of an association that the share may lack", async () => {
    const { read } = await open();
    await expect(read("rs-000777/x", {})).rejects.toThrow(
      "there is no ShareAssociation rs-000777/x: rs-000777 is not there, or has no such part, in account",
    );
  });
});

describe("associations that the engine starts slowly", () => {
  it("creates associations in one call although the engine starts them slowly", async () => {
    const { driver, self, shareId, calls, clock } = await open({}, { limits: false });
    const urnOf = (target: string) => `${self}-${target}`;
    const targets = [demo.member, demo.network, demo.sandbox];
    const checked = targets.map((target) => driver.check({ shareId, targets: [target] }, { urn: urnOf(target), isNew: true }).inputs);
    const from = calls().length;
    const running: Promise<unknown>[] = [];
    for (const [index, target] of targets.entries()) {
      running.push(driver.create(checked[index] ?? {}, { urn: urnOf(target) }));
      // The engine writes its state before each.
      await clock.sleep(60);
    }
    await Promise.all(running);
    expect(calls(from).filter((operation) => operation === "AssociateResourceShare")).toHaveLength(1);
  });
});
