import { describe, expect, it } from "vitest";
import { AssociateResourceShare, DisassociateResourceShare } from "../../../../../provider/api/associations.ts";
import { ExpectedCalls } from "../../../../../provider/client/pipeline/expected-calls.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";
import { clientOf, ok, parametersOf, service } from "../fixture.ts";

/** A client of a service that records the targets of each call, and a program whose engine checks a resource for each target. */
function program() {
  const clock = new VirtualClock();
  const expectedCalls = new ExpectedCalls(clock);
  let began = clock.now();
  const sent: { readonly at: number; readonly targets: readonly string[] }[] = [];
  const { transport } = service((request) => {
    const named = Object.entries(parametersOf(request)).filter(([name]) => name.startsWith("Targets."));
    sent.push({ at: clock.now() - began, targets: named.map(([, target]) => target) });
    return ok();
  });
  const client = clientOf(transport, { clock, expectedCalls });
  const check = (target: string, shareId = "rs-1") => {
    expectedCalls.recordCheck(target);
    expectedCalls.add(target, shareId);
  };
  /** Ends the series of checks; times count from then. */
  const endChecks = async () => {
    await clock.sleep(100);
    began = clock.now();
  };
  const start = (target: string, shareId = "rs-1") => {
    expectedCalls.recordStart(target, shareId);
    return client.call(AssociateResourceShare, { ResourceShareId: shareId, Targets: [target] });
  };
  /** Starts operations one after another, with the time that the engine takes to write its state in between. */
  const startSlowly = async (targets: readonly string[], gapMs: number) => {
    const calls: Promise<unknown>[] = [];
    for (const target of targets) {
      calls.push(start(target));
      await clock.sleep(gapMs);
    }
    return calls;
  };
  const remove = (target: string) => {
    expectedCalls.recordDelete("rs-1");
    return client.call(DisassociateResourceShare, { ResourceShareId: "rs-1", Targets: [target] });
  };
  return { clock, client, expectedCalls, sent, check, endChecks, start, startSlowly, remove };
}

describe("a batch of a share", () => {
  it("waits for the calls of resources that the engine has checked and not started", async () => {
    const { check, endChecks, startSlowly, sent } = program();
    for (const target of ["t-1", "t-2", "t-3", "of another resource"]) check(target);
    await endChecks();
    await Promise.all(await startSlowly(["t-1", "t-2", "t-3"], 90));
    expect(sent).toEqual([{ at: 205, targets: ["t-1", "t-2", "t-3"] }]);
  });

  it("waits for a removal as for any other call of the share", async () => {
    const { check, endChecks, client, clock, expectedCalls, sent } = program();
    for (const target of ["t-1", "t-2", "last"]) check(target);
    await endChecks();
    const remove = (target: string) => {
      expectedCalls.recordStart(target, "rs-1");
      return client.call(DisassociateResourceShare, { ResourceShareId: "rs-1", Targets: [target] });
    };
    const first = remove("t-1");
    await clock.sleep(300);
    await Promise.all([first, remove("t-2")]);
    expect(sent.map(({ targets }) => targets)).toEqual([["t-1", "t-2"]]);
  });

  it("is sent after a second although more calls are expected", async () => {
    const { check, endChecks, startSlowly, sent } = program();
    const targets = ["t-1", "t-2", "t-3", "t-4", "t-5"];
    for (const target of [...targets, "last"]) check(target);
    await endChecks();
    await Promise.all(await startSlowly(targets, 400));
    expect(sent[0]).toEqual({ at: 1_000, targets: ["t-1", "t-2", "t-3"] });
  });

  it("waits half a second at most for an operation that never starts", async () => {
    const { check, endChecks, start, sent } = program();
    for (const target of ["t-1", "cancelled", "last"]) check(target);
    await endChecks();
    await start("t-1");
    expect(sent).toEqual([{ at: 500, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when only the resource that was checked last has not started, because it may wait for a worker", async () => {
    const { check, endChecks, start, sent } = program();
    for (const target of ["t-1", "t-2"]) check(target);
    await endChecks();
    await start("t-1");
    expect(sent).toEqual([{ at: 25, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when what is expected belongs to another share", async () => {
    const { check, endChecks, start, sent } = program();
    check("t-1");
    for (const target of ["t-2", "t-3", "t-4"]) check(target, "rs-2");
    await endChecks();
    await start("t-1");
    expect(sent).toEqual([{ at: 25, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when every resource of the share has started", async () => {
    const { check, endChecks, start, sent, clock } = program();
    for (const target of ["t-1", "t-2", "last"]) check(target);
    await endChecks();
    const first = start("t-1");
    await clock.sleep(100);
    await Promise.all([first, start("t-2")]);
    expect(sent).toEqual([{ at: 125, targets: ["t-1", "t-2"] }]);
  });

  it("waits while the engine checks one resource soon after another, of any share", async () => {
    const { check, start, sent, clock } = program();
    const calls: Promise<unknown>[] = [];
    for (const [target, shareId] of [["t-1"], ["t-2", "rs-2"], ["t-3"]] as const) {
      check(target, shareId);
      calls.push(start(target, shareId));
      await clock.sleep(20);
    }
    await Promise.all(calls);
    expect(sent).toContainEqual({ at: 75, targets: ["t-1", "t-3"] });
  });

  it("waits while the engine starts one delete soon after another", async () => {
    const { remove, sent, clock } = program();
    const calls: Promise<unknown>[] = [];
    for (const target of ["t-1", "t-2", "t-3", "t-4"]) {
      calls.push(remove(target));
      await clock.sleep(target === "t-1" ? 20 : 80);
    }
    await Promise.all(calls);
    expect(sent).toEqual([{ at: 300, targets: ["t-1", "t-2", "t-3", "t-4"] }]);
  });

  it("is sent after 25 ms when the engine announces one operation only", async () => {
    const { check, start, remove, clock, sent } = program();
    check("t-1");
    await start("t-1");
    await clock.sleep(75);
    await remove("t-1");
    expect(sent).toEqual([
      { at: 25, targets: ["t-1"] },
      { at: 125, targets: ["t-1"] },
    ]);
  });
});
