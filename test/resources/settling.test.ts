import { describe, expect, it } from "vitest";
import { ApiError, UnsettledError, WaitError } from "../../provider/kernel/errors.ts";
import { joined } from "../../provider/resources/settling.ts";
import { demo } from "../../provider/simulator/demo.ts";
import { laboratory } from "../support/laboratory.ts";
import { again, checkedBy, refresh, up, urn } from "../support/suite.ts";
import { aShare } from "../support/suite-scenarios.ts";

type Bench = ReturnType<typeof laboratory>;
const self = urn("ResourceShare");
const net = { name: "net", allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const invitations = (bench: Bench) => [...bench.simulator.world.invitations.values()].map(({ id, status }) => ({ id, status }));
const answer = (bench: Bench, how: "accept" | "reject" | "expire") =>
  bench.simulator.behindTheBack.answerInvitation(invitations(bench).at(-1)?.id ?? "", how);

describe("an external target whose invitation is open", () => {
  it("is settled: the share is Pending, its association says so, and nothing is waited for", async () => {
    const bench = laboratory();
    const started = bench.clock.now();
    const made = await up(bench.run().driver("ResourceShare"), net, self);
    expect(bench.clock.now() - started).toBeLessThan(2000);
    expect(made.state).toMatchObject({ status: "Pending" });
    expect(made.state["associations"]).toContainEqual(
      expect.objectContaining({ kind: "Target", entityId: demo.consumer, status: "Associating", external: true }),
    );
  });

  it("shows no change, neither while it is open nor once it is accepted, and is never invited twice", async () => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    const open = await refresh(driver, made, self);
    expect(open && (await again(driver, open, net, self))).toBe(open);
    answer(bench, "accept");
    await bench.clock.sleep(1000);
    const accepted = await refresh(driver, made, self);
    expect(accepted?.state["status"]).toBe("Active");
    expect(accepted && (await again(driver, accepted, net, self))).toBe(accepted);
    await again(driver, made, { ...net, name: "net2" }, self);
    expect(invitations(bench)).toHaveLength(1);
  });

  it.each(["reject", "expire"] as const)("shows as drift after a %s, and the next run invites again", async (how) => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    answer(bench, how);
    const seen = await refresh(driver, made, self);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toBeUndefined();
    const mended = await again(driver, seen, net, self);
    expect(invitations(bench).map(({ status }) => status)).toEqual([how === "reject" ? "Rejected" : "Expired", "Pending"]);
    expect(mended.state["status"]).toBe("Pending");
  });

  it("expires after seven days by itself, and is drift then", async () => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    bench.simulator.advance(8 * 24 * 3_600_000);
    expect((await refresh(driver, made, self))?.state["targets"]).toBeUndefined();
  });

  it("may be taken out again while it is open, and the share closed in the same run", async () => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    const from = bench.calls().length;
    const closed = await again(driver, made, { ...net, targets: [demo.member], allowExternalTargets: false }, self);
    expect(bench.writes(from)).toEqual(["AssociateResourceShare", "DisassociateResourceShare", "UpdateResourceShare"]);
    expect(closed.state).toMatchObject({ status: "Active", allowExternalTargets: false });
    expect(invitations(bench).map(({ status }) => status)).toEqual(["Cancelled"]);
  });

  it("comes into a share that is opened for it in the same run, before it", async () => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, { ...net, targets: [], allowExternalTargets: false }, self);
    const from = bench.calls().length;
    await again(driver, made, net, self);
    expect(bench.writes(from)).toEqual(["UpdateResourceShare", "AssociateResourceShare"]);
  });

  it("is deleted with its share, and nobody has to answer", async () => {
    const bench = laboratory();
    const driver = bench.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    await driver.delete(made.id, made.state, { self });
    expect(bench.shares()).toEqual([]);
    expect(bench.simulator.invariants()).toEqual([]);
  });
});

describe("a wait for associations", () => {
  it("tells how many are there, in the resource's own row", async () => {
    const bench = laboratory({ pace: { associate: 3000 } });
    const run = bench.run();
    await up(run.driver("ResourceShare"), { ...net, targets: [demo.member, demo.network] }, self);
    const rows = run.said.filter(({ level }) => level === "status").map(({ message }) => message);
    expect(rows).toContainEqual(expect.stringMatching(/^\d of 3 associated, \d+ s$/));
  });

  it("that runs out of time tells what has failed besides", async () => {
    const bench = laboratory({ pace: { associate: { reads: 1_000_000 } } });
    const shareId = await aShare(bench);
    const driver = bench.run().driver("ShareAssociation");
    const waiting = driver.create(checkedBy(driver, { shareId, targets: [demo.member, demo.network] }, self), { self, timeoutMs: 10_000 });
    await bench.clock.sleep(3000);
    bench.simulator.behindTheBack.failAssociation(shareId, demo.member, { reason: "Unavailable", description: "it is away" });
    const kept = await waiting;
    expect(kept.failure).toBeInstanceOf(UnsettledError);
    expect(kept.failure?.message).toMatch(/target 1000000000000002 Associating; target 1000000000000003 is Failed: .*it is away/);
    expect(kept.state["targets"]).toEqual([demo.network]);
  });

  it("outlives looks that get no answer", async () => {
    const bench = laboratory({ pace: { associate: 20_000 } });
    const shareId = await aShare(bench);
    bench.simulator.faults.add({ operation: "ListResourceShareAssociations", times: 12, fault: { kind: "dropped" } });
    const made = await up(bench.run().driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(made.state["associations"]).toHaveLength(1);
  });

  it("that cannot end says why an entity could not leave", async () => {
    const bench = laboratory();
    const shareId = await aShare(bench);
    const driver = bench.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member], resources: net.resources }, self);
    bench.simulator.behindTheBack.planFailure(demo.member, {
      on: "Disassociate",
      reason: "InternalError",
      description: "it clings",
    });
    await expect(driver.delete(made.id, made.state, { self })).rejects.toThrow(
      /1 of 2 not disassociated: target \d+ is \w+: .*InternalError \(it clings\)/,
    );
  });

  it("that ends together with another is one of them, or both", () => {
    const over = (subject: string) => new UnsettledError({ subject, seen: `${subject} seen`, looks: 3, elapsedMs: 5000 });
    const both = joined([over("a"), over("b")]);
    expect(both).toBeInstanceOf(UnsettledError);
    expect(both).toMatchObject({ subject: "a, b", seen: "a seen; b seen", looks: 3 });
    const refused = (requestId: string) =>
      new ApiError({ operation: "X", code: "C", status: 409, category: "conflict", serviceMessage: "no", requestId, transient: false });
    expect(joined([refused("1"), refused("2")])).toBeInstanceOf(ApiError);
    const failed = new WaitError("c", ["failed"]);
    expect(joined([failed, new WaitError("c", ["failed"])])).toMatchObject({ subject: "c" });
    expect(joined([over("a"), failed])).toMatchObject({ name: "WaitError", reasons: [over("a").message, failed.message] });
  });
});
