import { describe, expect, it } from "vitest";
import { AssociateResourceShare, DisassociateResourceShare } from "../../../provider/api/associations.ts";
import { ExpectedCalls } from "../../../provider/client/pipeline/expected-calls.ts";
import { VirtualClock } from "../../../provider/kernel/clock.ts";
import { clientOf, ok, parametersOf, service } from "../fixture.ts";

/** A client of a service that records the targets of each call, and a program whose engine checks a resource for each target. */
function program() {
  const clock = new VirtualClock();
  const expectedCalls = new ExpectedCalls(clock);
  const began = clock.now();
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
  return { clock, client, expectedCalls, sent, check, start, startSlowly };
}

describe("a batch of a share", () => {
  it("waits for the calls of resources that the engine has checked and not started", async () => {
    const { check, startSlowly, sent } = program();
    for (const target of ["t-1", "t-2", "t-3", "of another resource"]) check(target);
    await Promise.all(await startSlowly(["t-1", "t-2", "t-3"], 90));
    expect(sent).toEqual([{ at: 205, targets: ["t-1", "t-2", "t-3"] }]);
  });

  it("waits for a removal as for any other call of the share", async () => {
    const { check, client, clock, expectedCalls, sent } = program();
    for (const target of ["t-1", "t-2", "last"]) check(target);
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
    const { check, startSlowly, sent } = program();
    const targets = ["t-1", "t-2", "t-3", "t-4", "t-5"];
    for (const target of [...targets, "last"]) check(target);
    await Promise.all(await startSlowly(targets, 400));
    expect(sent[0]).toEqual({ at: 1_000, targets: ["t-1", "t-2", "t-3"] });
  });

  it("waits half a second at most for an operation that never starts", async () => {
    const { check, start, sent } = program();
    for (const target of ["t-1", "cancelled", "last"]) check(target);
    await start("t-1");
    expect(sent).toEqual([{ at: 500, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when only the resource that was checked last has not started, because it may wait for a worker", async () => {
    const { check, start, sent } = program();
    for (const target of ["t-1", "t-2"]) check(target);
    await start("t-1");
    expect(sent).toEqual([{ at: 25, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when what is expected belongs to another share", async () => {
    const { check, start, sent } = program();
    check("t-1");
    for (const target of ["t-2", "t-3", "t-4"]) check(target, "rs-2");
    await start("t-1");
    expect(sent).toEqual([{ at: 25, targets: ["t-1"] }]);
  });

  it("is sent after 25 ms when every resource of the share has started", async () => {
    const { check, start, sent, clock } = program();
    for (const target of ["t-1", "t-2", "last"]) check(target);
    const first = start("t-1");
    await clock.sleep(100);
    await Promise.all([first, start("t-2")]);
    expect(sent).toEqual([{ at: 125, targets: ["t-1", "t-2"] }]);
  });
});
