import { describe, expect, it } from "vitest";
import type { Association, AssociationFailure, AssociationStatus } from "../../../../../provider/api/entities.ts";
import { ApiError, UnsettledError, WaitError } from "../../../../../provider/kernel/errors.ts";
import type { Outcome } from "../../../../../provider/lifecycle/driver.ts";
import { phaseOf, type Phase } from "../../../../../provider/lifecycle/polling/wait-table.ts";
import {
  associated,
  disassociated,
  durations,
  failureText,
  joined,
  reasonOf,
} from "../../../../../provider/resources/association/wait-for-associations.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import type { Transport } from "../../../../../provider/wire/transport.ts";
import { createHarness } from "../../../../support/harness.ts";
import { updateIfChanged, checkedBy, refresh, up, urn } from "../../../../support/resource-suite.ts";
import { aShare } from "../../../../support/resource-scenarios.ts";

type Harness = ReturnType<typeof createHarness>;
const self = urn("ResourceShare");
const net = { name: "net", allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-1" }], targets: [demo.consumer] };
const invitations = (harness: Harness) => [...harness.simulator.world.invitations.values()].map(({ id, status }) => ({ id, status }));
const answer = (harness: Harness, how: "accept" | "reject" | "expire") =>
  harness.simulator.outOfBand.answerInvitation(invitations(harness).at(-1)?.id ?? "", how);

const recordOf = (AssociationStatus: AssociationStatus): Association => ({
  ResourceShareId: "rs-1",
  AssociationType: "Target",
  EntityId: "1",
  AssociationStatus,
});

describe("an external target whose invitation is open", () => {
  it("settles with an open invitation: the share is Pending, its association shows it, and nothing is waited for", async () => {
    const harness = createHarness();
    const started = harness.clock.now();
    const made = await up(harness.run().driver("ResourceShare"), net, self);
    expect(harness.clock.now() - started).toBeLessThan(2000);
    expect(made.state).toMatchObject({ status: "Pending" });
    expect(made.state["associations"]).toContainEqual(
      expect.objectContaining({ kind: "Target", entityId: demo.consumer, status: "Associating", external: true }),
    );
  });

  it("reports no change while an invitation is open or once it is accepted, and never invites twice", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    const open = await refresh(driver, made, self);
    expect(open && (await updateIfChanged(driver, open, net, self))).toBe(open);
    answer(harness, "accept");
    await harness.clock.sleep(1000);
    const accepted = await refresh(driver, made, self);
    expect(accepted?.state["status"]).toBe("Active");
    expect(accepted && (await updateIfChanged(driver, accepted, net, self))).toBe(accepted);
    await updateIfChanged(driver, made, { ...net, name: "net2" }, self);
    expect(invitations(harness)).toHaveLength(1);
  });

  it.each(["reject", "expire"] as const)("reports drift after a %s, and the next run invites again", async (how) => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    answer(harness, how);
    const seen = await refresh(driver, made, self);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toBeUndefined();
    const repaired = await updateIfChanged(driver, seen, net, self);
    expect(invitations(harness).map(({ status }) => status)).toEqual([how === "reject" ? "Rejected" : "Expired", "Pending"]);
    expect(repaired.state["status"]).toBe("Pending");
  });

  it("reports drift after an invitation has expired by itself, in seven days", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    harness.simulator.advance(8 * 24 * 3_600_000);
    expect((await refresh(driver, made, self))?.state["targets"]).toBeUndefined();
  });

  it("removes an external target and closes the share in one run while the invitation is open", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    const from = harness.calls().length;
    const closed = await updateIfChanged(driver, made, { ...net, targets: [demo.member], allowExternalTargets: false }, self);
    expect(harness.writes(from)).toEqual(["AssociateResourceShare", "DisassociateResourceShare", "UpdateResourceShare"]);
    expect(closed.state).toMatchObject({ status: "Active", allowExternalTargets: false });
    expect(invitations(harness).map(({ status }) => status)).toEqual(["Cancelled"]);
  });

  it("opens the share before it adds an external target in the same run", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, { ...net, targets: [], allowExternalTargets: false }, self);
    const from = harness.calls().length;
    await updateIfChanged(driver, made, net, self);
    expect(harness.writes(from)).toEqual(["UpdateResourceShare", "AssociateResourceShare"]);
  });

  it("deletes a share with an open invitation without an answer from the target", async () => {
    const harness = createHarness();
    const driver = harness.run().driver("ResourceShare");
    const made = await up(driver, net, self);
    await driver.delete(made.id, made.state, { urn: self });
    expect(harness.shares()).toEqual([]);
    expect(harness.simulator.invariants()).toEqual([]);
  });
});

describe("a wait for associations", () => {
  it("reports in the resource's own row how many associations are settled", async () => {
    const harness = createHarness({ pace: { associate: 3000 } });
    const run = harness.run();
    await up(run.driver("ResourceShare"), { ...net, targets: [demo.consumer, demo.network] }, self);
    const rows = run.logs.filter(({ level }) => level === "status").map(({ message }) => message);
    expect(rows).toContainEqual(expect.stringMatching(/^1 of 3 associated, [1-4] s$/));
    expect(rows.at(-1)).toMatch(/^3 of 3 associated, [1-4] s$/);
  });

  it("reports failed associations too when the wait runs out of time", async () => {
    const harness = createHarness({ pace: { associate: { reads: 1_000_000 } } });
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const waiting = driver.create(checkedBy(driver, { shareId, targets: [demo.member, demo.network] }, self), {
      urn: self,
      timeoutMs: 10_000,
    });
    await harness.clock.sleep(3000);
    harness.simulator.outOfBand.failAssociation(shareId, demo.member, { reason: "Unavailable", description: "it is away" });
    const kept = await waiting;
    expect(kept.failure).toBeInstanceOf(UnsettledError);
    expect(kept.failure?.message).toMatch(/target 1000000000000002 Associating; target 1000000000000003 is Failed: .*it is away/);
    expect(kept.state["targets"]).toEqual([demo.network]);
  });

  it("continues a wait after polls without an answer", async () => {
    const harness = createHarness({ pace: { associate: 20_000 } });
    const shareId = await aShare(harness);
    harness.simulator.faults.add({ operation: "ListResourceShareAssociations", times: 12, fault: { kind: "dropped" } });
    const made = await up(harness.run().driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(made.state["associations"]).toHaveLength(1);
  });

  it("reports why an entity cannot leave when its wait fails", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness);
    const driver = harness.run().driver("ShareAssociation");
    const made = await up(driver, { shareId, targets: [demo.member], resources: net.resources }, self);
    harness.simulator.outOfBand.planFailure(demo.member, {
      on: "Disassociate",
      reason: "InternalError",
      description: "it clings",
    });
    await expect(driver.delete(made.id, made.state, { urn: self })).rejects.toThrow(
      /1 of 2 not disassociated: target \d+ is \w+: .*InternalError \(it clings\)/,
    );
  });

  it.each<[string, string, AssociationFailure[]]>([
    ["Failed, and the service returns no reason", "", []],
    ["Failed: it is full", "it is full", []],
    ["Failed: it is full; LimitExceeded", "it is full", [{ FailureReason: "LimitExceeded" }]],
  ])("reports that a target is %s when its wait fails", (text, AssociationStatusMessage, AssociationFailedDetails) => {
    const record: Association = { ...recordOf("Failed"), AssociationStatusMessage, AssociationFailedDetails };
    expect(reasonOf({ kind: "Target", id: "1" }, record)).toBe(`target 1 is ${text}`);
  });

  it("reports one or both of two waits that fail together", () => {
    const over = (subject: string, polls = 3) =>
      new UnsettledError({ subject, lastSeen: `${subject} seen`, polls, elapsedMs: polls * 1000 });
    const both = joined([over("a"), over("b", 5), over("c", 4)]);
    expect(both).toBeInstanceOf(UnsettledError);
    expect(both).toMatchObject({ subject: "a, b, c", lastSeen: "a seen; b seen; c seen", polls: 5, elapsedMs: 5000 });
    const refused = (requestId: string, code = "C") =>
      new ApiError({ operation: "X", code, status: 409, category: "conflict", serviceMessage: "no", requestId, transient: false });
    expect(joined([refused("1"), refused("2")])).toBeInstanceOf(ApiError);
    expect(joined([refused("1"), refused("2", "D")])).toMatchObject({ reasons: [refused("1").message, refused("2", "D").message] });
    const failed = new WaitError("c", ["failed"]);
    expect(joined([failed, new WaitError("c", ["failed"])])).toMatchObject({ subject: "c" });
    expect(joined([over("a"), failed])).toMatchObject({ name: "WaitError", reasons: [over("a").message, failed.message] });
  });

  it("polls once at the right time when the run knows the latency, for any association or creation", async () => {
    const harness = createHarness({ pace: { associate: 3000, disassociate: 2000 } });
    const shareId = await aShare(harness);
    const run = harness.run();
    const pollsOf = async <T>(work: Promise<T>): Promise<[polls: number, done: T]> => {
      const from = harness.calls().length;
      const done = await work;
      return [harness.calls(from).filter((operation) => operation === "ListResourceShareAssociations").length, done];
    };
    const association = (target: string) =>
      pollsOf(up(run.driver("ShareAssociation"), { shareId, targets: [target] }, urn("ShareAssociation", target)));
    const away = (made: Outcome, target: string) =>
      pollsOf(run.driver("ShareAssociation").delete(made.id, made.state, { urn: urn("ShareAssociation", target) }));
    const [learning, first] = await association(demo.member);
    expect(learning).toBeGreaterThan(2);
    const [polls, second] = await association(demo.network);
    expect(polls).toBe(1);
    const [looksAtShare] = await pollsOf(up(run.driver("ResourceShare"), { name: "net", targets: [demo.member] }, self));
    expect(looksAtShare).toBe(1);
    expect((await away(first, demo.member))[0]).toBeGreaterThan(2);
    expect((await away(second, demo.network))[0]).toBe(1);
  });

  it("names three of the entities that it waits for and counts the rest", async () => {
    const harness = createHarness({ pace: { associate: { reads: 1_000_000 } } });
    const driver = harness.run().driver("ResourceShare");
    const resources = ["a", "b", "c", "d", "e"].map((id) => ({ type: "VSwitch", id: `vsw-${id}` }));
    const kept = await driver.create(checkedBy(driver, { name: "net", resources }, self), { urn: self, timeoutMs: 4000 });
    const named = "resource VSwitch vsw-a, resource VSwitch vsw-b, resource VSwitch vsw-c and 2 more";
    expect(kept.failure?.message).toContain(`${kept.id}: ${named} has not settled after 4 s: ${named} Associating at the last of`);
  });

  it("ignores the record of an earlier association while the new one is not visible", async () => {
    const harness = createHarness();
    const shareId = await aShare(harness, { targets: [demo.member] });
    harness.simulator.outOfBand.disassociate(shareId, demo.member);
    await harness.clock.sleep(2000);
    let late = 3;
    const transport: Transport = async (request, signal) => {
      const answer = await harness.simulator.transport(request, signal);
      if (request.headers["x-acs-action"] !== "ListResourceShareAssociations" || (late -= 1) < 0) return answer;
      const page = JSON.parse(answer.body) as { ResourceShareAssociations: Association[] };
      const past = page.ResourceShareAssociations.filter(({ AssociationStatus }) => AssociationStatus === "Disassociated");
      return { ...answer, body: JSON.stringify({ ...page, ResourceShareAssociations: past }) };
    };
    const made = await up(harness.run({ transport }).driver("ShareAssociation"), { shareId, targets: [demo.member] }, self);
    expect(made.state["associations"]).toMatchObject([{ status: "Associated" }]);
  });

  it.each<[string, AssociationFailure, string]>([
    [
      "in full",
      { FailureReason: "LimitExceeded", FailureDescription: "too many", EntityType: "Account", EntityId: "1" },
      "LimitExceeded (too many) for Account 1",
    ],
    [
      "in the older names",
      { Status: "LimitExceeded", StatusMessage: "too many", ResourceArn: "acs:x" },
      "LimitExceeded (too many) for acs:x",
    ],
    ["without words", { FailureReason: "Unavailable" }, "Unavailable"],
    ["without a reason", { EntityId: "1" }, "no reason given for 1"],
  ])("reports a failure that is described %s", (_, item, text) => {
    expect(failureText(item, item.EntityType, item.EntityId)).toBe(text);
  });

  const clings = [{ FailureReason: "InternalError", OperationType: "Disassociate" }];
  const older = [{ Status: "InternalError", AssociateType: "Disassociate" }];
  const cameBadly = [{ FailureReason: "LimitExceeded", OperationType: "Associate" }];
  it.each<[AssociationStatus, AssociationFailure[], Phase, Phase]>([
    ["Associating", [], "pending", "pending"],
    ["Associated", [], "target", "pending"],
    ["Associated", cameBadly, "target", "pending"],
    ["Associated", clings, "target", "failed"],
    ["Failed", cameBadly, "failed", "target"],
    ["Failed", clings, "failed", "failed"],
    ["Failed", older, "failed", "failed"],
    ["Disassociating", [], "failed", "pending"],
    ["Disassociated", [], "failed", "target"],
  ])("classifies a %s record with the failures %j, while it is added and while it is removed", (status, details, wayIn, wayOut) => {
    const record: Association = { ...recordOf(status), AssociationFailedDetails: details };
    const phase = (table: typeof associated) => phaseOf(table, record, ({ AssociationStatus }) => AssociationStatus);
    expect([phase(associated), phase(disassociated)]).toEqual([wayIn, wayOut]);
  });

  it.each<[string, number[] | undefined, readonly (readonly [AssociationStatus, string, string])[]]>([
    [
      "from one time to the other",
      [2500, 700],
      [
        ["Associated", "00.000", "02.500"],
        ["Associated", "01.300", "02.000"],
      ],
    ],
    ["not where times are whole seconds", undefined, [["Associated", "00.000", "02.000"]]],
    [
      "only where times are not whole seconds",
      [2001],
      [
        ["Associated", "00.000", "02.000"],
        ["Associated", "00.000", "02.001"],
      ],
    ],
    ["not where the last change is the first", undefined, [["Associated", "00.500", "00.500"]]],
    ["not of what is still open", [], [["Associating", "00.000", "02.500"]]],
    ["not of what has failed", [], [["Failed", "00.000", "02.500"]]],
  ])("measures the latency, %s", (_, expected, times) => {
    const at = (seconds: string) => `2026-01-01T00:00:${seconds}Z`;
    const records = times.map(([status, from, to]) => ({ ...recordOf(status), CreateTime: at(from), UpdateTime: at(to) }));
    expect(durations([...records, undefined], associated)).toEqual(expected);
    expect(durations(records, disassociated)).toBeUndefined();
  });
});
