import { describe, expect, it } from "vitest";
import type { Association, AssociationFailure, AssociationStatus } from "../../../../../provider/api/entities.ts";
import { ApiError, UnsettledError, WaitError } from "../../../../../provider/kernel/errors.ts";
import type { Phase } from "../../../../../provider/lifecycle/polling/wait.ts";
import {
  associated,
  disassociated,
  durations,
  associationFailureText,
  joined,
  phaseOf,
  reasonOf,
} from "../../../../../provider/resources/association/wait-for-associations.ts";
import { demo } from "../../../../../simulator/world/demo.ts";
import { recordOf } from "../record.ts";
import type { OutOfBandChanges } from "../../../../../simulator/admin/out-of-band-changes.ts";
import { keepsHistory, openResource } from "../../../../support/resource-fixture.ts";
import { invitation, switches, window } from "../../../../support/resource-scenarios.ts";

const net = { name: "net", ...invitation };
const never = { pace: { associate: { reads: 1_000_000 } } };

const target = (AssociationStatus: AssociationStatus) => recordOf({ AssociationType: "Target", EntityId: "1", AssociationStatus });

describe("an external target whose invitation is open", () => {
  async function open() {
    const fixture = await openResource("ResourceShare");
    const { outOfBand, simulator } = fixture;
    const invitations = () => [...simulator.world.invitations.values()];
    const answer = (how: "accept" | "reject" | "expire") => outOfBand.answerInvitation(invitations().at(-1)?.id ?? "", how);
    return { ...fixture, answer, statuses: () => invitations().map(({ status }) => status) };
  }

  it("settles a share with an open invitation as Pending, without a wait", async () => {
    const { up, clock } = await open();
    const started = clock.now();
    const { state } = await up(net);
    expect(clock.now() - started).toBeLessThan(2000);
    expect(state).toMatchObject({ status: "Pending" });
    const pending: unknown = expect.objectContaining({ kind: "Target", entityId: demo.consumer, status: "Associating", external: true });
    expect(state["associations"]).toContainEqual(pending);
  });

  it("reports no change of a share while an invitation is open or once it is accepted, and never invites twice", async () => {
    const { up, update, refresh, answer, clock, statuses } = await open();
    const made = await up(net);
    const pending = await refresh(made);
    expect(pending && (await update(pending, net))).toBe(pending);
    answer("accept");
    await clock.sleep(1000);
    const accepted = await refresh(made);
    expect(accepted?.state["status"]).toBe("Active");
    expect(accepted && (await update(accepted, net))).toBe(accepted);
    await update(made, { ...net, name: "net2" });
    expect(statuses()).toEqual(["Accepted"]);
  });

  it.each([
    ["reject", "Rejected"],
    ["expire", "Expired"],
  ] as const)("reports drift of a share after a %s of its invitation, and the next run invites again", async (how, status) => {
    const { up, update, refresh, answer, statuses } = await open();
    const made = await up(net);
    answer(how);
    const seen = await refresh(made);
    if (!seen) throw new Error("it is gone");
    expect(seen.state["targets"]).toBeUndefined();
    expect((await update(seen, net)).state["status"]).toBe("Pending");
    expect(statuses()).toEqual([status, "Pending"]);
  });

  it("opens a share before it adds an external target, and closes it after it removes one, while the invitation is open", async () => {
    const { up, update, calls, writes, statuses } = await open();
    const closed = { ...net, targets: [demo.member], allowExternalTargets: false };
    const made = await up({ ...closed, targets: [] });
    const from = calls().length;
    const opened = await update(made, net);
    const to = writes(from).length;
    expect(writes(from)).toEqual(["UpdateResourceShare", "AssociateResourceShare"]);
    expect((await update(opened, closed)).state).toMatchObject({ status: "Active", allowExternalTargets: false });
    expect(writes(from).slice(to)).toEqual(["AssociateResourceShare", "DisassociateResourceShare", "UpdateResourceShare"]);
    expect(statuses()).toEqual(["Cancelled"]);
  });
});

describe("a wait for associations", () => {
  const open = (settings = {}, share = {}) => openResource("ShareAssociation", { share, ...settings });

  it("reports each phase of a wait for associations in the resource's row, and counts open invitations separately", async () => {
    const { up, update, progress } = await openResource("ResourceShare", { pace: { associate: 3000, disassociate: 3000 } });
    const made = await up({ ...net, targets: [demo.consumer, demo.network] });
    expect(progress()).toEqual([
      "0/3 associated, at most 10 min",
      "0/3 associated, 1 invited, at most 10 min",
      "1/3 associated, 1 invited, at most 10 min",
      "2/3 associated, 1 invited",
    ]);
    const from = progress().length;
    await update(made, { ...net, targets: [demo.network], permissionNames: ["AliyunRSDefaultPermissionVSwitch"], tags: { team: "net" } });
    expect(progress().slice(from)).toEqual(["tags", "0/1 disassociated, at most 10 min", "1/1 disassociated", "permissions"]);
  });

  it("begins no further phase of a wait for associations after a cancellation, reports that, and keeps what was done", async () => {
    const { up, again, calls, writes, clock, entities } = await open({ pace: { disassociate: 3000 } });
    const made = await up({ targets: [demo.member, demo.network] });
    const from = calls().length;
    const canceller = new AbortController();
    const { change, progress } = again({ cancellation: canceller.signal });
    const running = change(made, { targets: [demo.member], permissionNames: ["AliyunRSDefaultPermissionVSwitch"] });
    await clock.sleep(1000);
    canceller.abort(new Error("cancelled"));
    const { failure, state } = await running;
    expect(failure?.message).toBe("cancelled");
    expect(writes(from)).toEqual(["DisassociateResourceShare"]);
    expect(progress()).toEqual(["0/1 disassociated, at most 10 min", "reading the state"]);
    expect(state["targets"]).toEqual(entities());
  });

  it("reports failed associations too when the wait for associations times out", async () => {
    const { create, outOfBand, clock, shareId } = await open(never);
    const waiting = create({ targets: [demo.member, demo.network] }, 10_000);
    await clock.sleep(3000);
    outOfBand.failAssociation(shareId, demo.member, { reason: "Unavailable", description: "it is away" });
    const kept = await waiting;
    expect(kept.failure).toBeInstanceOf(UnsettledError);
    expect(kept.failure?.message).toMatch(/target 1000000000000002 Associating; target 1000000000000003 is Failed: .*it is away/);
    expect(kept.state["targets"]).toEqual([demo.network]);
  });

  it("reports why an entity could not be associated, and what to do", async () => {
    const { create, outOfBand } = await open({}, { resources: switches.resources });
    outOfBand.planFailure(demo.member, { reason: "LimitExceeded", description: "too many switches" });
    const kept = await create({ targets: [demo.member, demo.network] });
    expect(kept.failure?.message).toMatch(
      /1 of 2 not associated: target \d+3 is Failed: .*LimitExceeded \(too many switches\) for VSwitch vsw-1; remove the cause, or the entity from the program, and run `pulumi up` again/,
    );
    expect(kept.state["targets"]).toEqual([demo.network]);
  });

  it("warns of a partial failure of an association and names the entities", async () => {
    const { up, outOfBand, warnings } = await open({}, { resources: switches.resources });
    outOfBand.planFailure(demo.member, { reason: "ZonalResourceInaccessible", description: "not in its zone", partial: true });
    await up({ targets: [demo.member] });
    expect(warnings()).toEqual([
      expect.stringMatching(/is associated .*but not everywhere: ZonalResourceInaccessible \(not in its zone\) for VSwitch vsw-1/),
    ]);
  });

  it("reports why an entity cannot be disassociated when the wait fails", async () => {
    const { up, remove, outOfBand } = await open();
    const made = await up(switches);
    outOfBand.planFailure(demo.member, { on: "Disassociate", reason: "InternalError", description: "it clings" });
    await expect(remove(made)).rejects.toThrow(/1 of 2 not disassociated: target \d+ is \w+: .*InternalError \(it clings\)/);
  });

  it.each<[string, (changes: OutOfBandChanges, shareId: string) => void, RegExp]>([
    ["the share is deleted", (changes, id) => changes.deleteShare(id), /is Disassociat\w+: it, or the whole share, was removed meanwhile/],
    ["the target is taken out", (changes, id) => changes.disassociate(id, demo.member), /target \d+3 is Disassociat\w+: it, or the whole/],
    ["the share is purged", (changes, id) => changes.purge(id), /is not listed any more: it, or the whole share, was removed meanwhile/],
  ])("ends a wait for associations long before its deadline, with the reason, when %s", async (_, change, reason) => {
    const { up, outOfBand, clock, shareId } = await open(never);
    const started = clock.now();
    const changing = clock.sleep(20_000).then(() => change(outOfBand, shareId));
    await expect(up({ targets: [demo.member] })).rejects.toThrow(reason);
    await changing;
    expect(clock.now() - started).toBeLessThan(32_000);
  });

  it.each<[string, string, AssociationFailure[]]>([
    ["Failed, and the service returns no reason", "", []],
    ["Failed: it is full", "it is full", []],
    ["Failed: it is full; LimitExceeded", "it is full", [{ FailureReason: "LimitExceeded" }]],
    ["Failed: LimitExceeded (it is full)", "it is full", [{ FailureReason: "LimitExceeded", FailureDescription: "it is full" }]],
  ])("reports that a target is %s when the wait for its association fails", (text, AssociationStatusMessage, AssociationFailedDetails) => {
    const record: Association = { ...target("Failed"), AssociationStatusMessage, AssociationFailedDetails };
    expect(reasonOf({ kind: "Target", id: "1" }, record)).toBe(`target 1 is ${text}`);
  });

  it("reports one or both of two waits for associations that fail together", () => {
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

  it("polls an association or a creation once, when its known latency has passed", async () => {
    const { as, calls } = await open({ pace: { associate: 3000, disassociate: 2000 } });
    const [first, second] = [as("first"), as("second")];
    const pollsOf = async <T>(work: Promise<T>): Promise<[polls: number, done: T]> => {
      const from = calls().length;
      const done = await work;
      return [calls(from).filter((operation) => operation === "ListResourceShareAssociations").length, done];
    };
    const [learning, one] = await pollsOf(first.up({ targets: [demo.member] }));
    expect(learning).toBeGreaterThan(2);
    const [polls, other] = await pollsOf(second.up({ targets: [demo.network] }));
    expect(polls).toBe(1);
    expect((await pollsOf(as("net", "ResourceShare").up({ name: "net", targets: [demo.member] })))[0]).toBe(1);
    expect((await pollsOf(first.remove(one)))[0]).toBeGreaterThan(2);
    expect((await pollsOf(second.remove(other)))[0]).toBe(1);
  });

  it("names three of the entities of a wait for associations and counts the rest", async () => {
    const { create } = await openResource("ResourceShare", never);
    const resources = ["a", "b", "c", "d", "e"].map((id) => ({ type: "VSwitch", id: `vsw-${id}` }));
    const kept = await create({ name: "net", resources }, 4000);
    const named = "resource VSwitch vsw-a, resource VSwitch vsw-b, resource VSwitch vsw-c and 2 more";
    expect(kept.failure?.message).toContain(`${kept.id} has not settled after 4 s: ${named} Associating at the last of`);
  });

  it("ignores the record of an earlier association that failed while the new one is not visible", async () => {
    const { up, faults, outOfBand, clock, shareId } = await open({}, { targets: [demo.member] });
    outOfBand.failAssociation(shareId, demo.member, { reason: "Unavailable", description: "it is away" });
    await clock.sleep(10_000);
    faults.add({ times: 1_000, fault: { kind: "stale", ms: 4_000 } });
    expect((await up({ targets: [demo.member] })).state["associations"]).toMatchObject([{ status: "Associated" }]);
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
  ])("reports the failure of an association that is described %s", (_, item, text) => {
    expect(associationFailureText(item, item.EntityType, item.EntityId)).toBe(text);
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
  ])(
    "treats a %s association record with the failures %j as %s while it is added, as %s while it is removed",
    (status, details, wayIn, wayOut) => {
      const record: Association = { ...target(status), AssociationFailedDetails: details };
      expect([phaseOf(associated, record), phaseOf(disassociated, record)]).toEqual([wayIn, wayOut]);
    },
  );

  it.each<[string, number[] | undefined, ...times: string[]]>([
    ["from one time to the other", [2500, 700], "Associated 00.000 02.500", "Associated 01.300 02.000"],
    ["not where times are whole seconds", undefined, "Associated 00.000 02.000"],
    ["only where times are not whole seconds", [2001], "Associated 00.000 02.000", "Associated 00.000 02.001"],
    ["not where the last change is the first", undefined, "Associated 00.500 00.500"],
    ["not of what is still open", [], "Associating 00.000 02.500"],
    ["not of what has failed", [], "Failed 00.000 02.500"],
  ])("measures the latency of associations, %s", (_, expected, ...times) => {
    const at = (seconds = "") => `2026-01-01T00:00:${seconds}Z`;
    const records = times.map((text) => {
      const [status, from, to] = text.split(" ");
      return { ...target(status as AssociationStatus), CreateTime: at(from), UpdateTime: at(to) };
    });
    expect(durations([...records, undefined], associated)).toEqual(expected);
    expect(durations(records, disassociated)).toBeUndefined();
  });
});

it("waits for a changed property although lists show the association before it", async () => {
  const { up, again, faults, clock, outOfBand } = await openResource("ResourceShare", { pace: { associate: 20_000 } });
  faults.add(keepsHistory);
  const until = (end: string) => ({
    ...{ name: "net", allowExternalTargets: true, resources: switches.resources },
    targets: [{ id: demo.service, property: window(end) }],
  });
  const made = await up(until("20:00"));
  await clock.sleep(20_000);
  faults.add({ operation: "ListResourceShareAssociations", times: 9_999, fault: { kind: "stale", ms: 4_000 } });
  outOfBand.planFailure(demo.service, { on: "Associate", reason: "LimitExceeded", description: "busy" });
  const { failure } = await again().change(made, until("10:00"));
  expect(failure?.message).toContain("LimitExceeded (busy)");
});
