import { describe, expect, it } from "vitest";
import { demo } from "../../../simulator/world/demo.ts";
import type { Program } from "../engine/engine.ts";
import { minute, openFixture, share } from "../programs/fixture.ts";

const program: Program = [share("net")];

/** An update that the user cancels while it waits for associations. */
async function cancelled() {
  const fixture = openFixture({ pace: { associate: 2 * minute } }, "plugin");
  const { harness, engine } = fixture;
  const process = fixture.start();
  const running = engine.up(process, program);
  await harness.clock.sleep(20_000);
  const [cancelledAt, from] = [harness.clock.now(), harness.calls().length];
  process.cancel();
  const report = await running;
  return { ...fixture, report, from, endedAfterMs: harness.clock.now() - cancelledAt };
}

describe("a cancelled update", () => {
  it("ends its wait at once, sends no further write and keeps the id", async () => {
    const { harness, engine, report, from, endedAfterMs, shares } = await cancelled();
    expect(report.failures).toEqual(["net: the update was cancelled before this was done; `pulumi up` resumes it"]);
    expect(endedAfterMs).toBeLessThan(1_000);
    await harness.clock.sleep(minute);
    expect(harness.writes(from)).toEqual([]);
    expect(engine.entries).toMatchObject([{ id: shares()[0]?.id, isUnfinished: true }]);
  });

  it("is resumed by the next one within ten seconds", async () => {
    const { harness, engine, shares, up } = await cancelled();
    const [id] = shares().map((one) => one.id);
    harness.simulator.outOfBand.settleNow();
    const begunAt = harness.clock.now();
    expect((await up(program)).failures).toEqual([]);
    expect(harness.clock.now() - begunAt).toBeLessThan(10_000);
    expect(engine.entries).toMatchObject([{ id, isUnfinished: false }]);
    expect(shares().map((one) => [one.id, ...one.tags.keys()])).toEqual([[id]]);
  });

  it("is deleted without a wait by a destroy", async () => {
    const { harness, engine, shares, start } = await cancelled();
    harness.simulator.outOfBand.settleNow();
    const begunAt = harness.clock.now();
    expect((await engine.destroy(start())).failures).toEqual([]);
    expect(harness.clock.now() - begunAt).toBeLessThan(15_000);
    expect(shares()).toEqual([]);
  });
});

describe("a cancelled creation", () => {
  /** Cancels an update after some seconds; returns its messages and how long it took from then on. */
  async function cancelledUp({ harness, engine, start }: ReturnType<typeof openFixture>, declared: Program, afterMs = 10_000) {
    const process = start({ accounts: { consumer: demo.consumer } });
    const running = engine.up(process, declared);
    await harness.clock.sleep(afterMs);
    const cancelledAt = harness.clock.now();
    process.cancel();
    return { failures: (await running).failures, endedAfterMs: harness.clock.now() - cancelledAt };
  }

  it("ends its wait for an invitation at once", async () => {
    const acceptor = { kind: "InvitationAcceptor" as const, name: "in", args: { account: "consumer", invitationId: "i-1" }, options: {} };
    const fixture = openFixture({}, "plugin");
    const { failures, endedAfterMs } = await cancelledUp(fixture, [acceptor]);
    expect(failures).toEqual(["in: the update was cancelled before this was done; `pulumi up` resumes it"]);
    expect(endedAfterMs).toBeLessThan(1_000);
    expect(fixture.engine.entries).toEqual([]);
  });

  it("stops resuming an interrupted creation at once, and the next update resumes it", async () => {
    const fixture = openFixture({ pace: { associate: 2 * minute } }, "plugin");
    const { harness, engine, shares, start, up } = fixture;
    const killed = start();
    const { promise: death, resolve: die } = Promise.withResolvers<void>();
    const running = engine.up(killed, program, { killed: death });
    await harness.clock.sleep(20_000);
    killed.kill();
    die();
    expect((await running).wasKilled).toBe(true);
    const [id] = shares().map((one) => one.id);
    harness.simulator.outOfBand.settleNow();
    const from = harness.calls().length;
    const { failures, endedAfterMs } = await cancelledUp(fixture, program, 3_000);
    expect(failures).toEqual(["net: the update was cancelled before this was done; `pulumi up` resumes it"]);
    expect([endedAfterMs < 1_000, harness.writes(from)]).toEqual([true, []]);
    expect((await up(program)).failures).toEqual([]);
    expect(engine.entries).toMatchObject([{ id, isUnfinished: false }]);
    expect(shares()).toHaveLength(1);
  });
});
