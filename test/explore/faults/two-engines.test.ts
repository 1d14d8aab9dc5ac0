import { describe, expect, it } from "vitest";
import { demo } from "../../../simulator/world/demo.ts";
import type { Pace } from "../../../simulator/world/state-machines.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { createHarness, type Runner } from "../../support/harness.ts";
import { Engine, type Program } from "../engine/engine.ts";
import { type Harness, startProcess } from "../engine/provider-process.ts";
import { startMachine } from "./sleeping-machine.ts";
import { share } from "./fixture.ts";
import { liveShares } from "./state-snapshot.ts";

const program: Program = [share("net", { targets: [demo.member] })];
const manyTags = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, "1"]));
/** The start of the second run after the first, in milliseconds. */
const offsets = [0, 10, 30, 60, 100, 300, 1_000, 4_000, 8_000, 11_900, 12_100, 14_000];

/** Two indistinguishable stacks of one name. */
function open(pace: Partial<Pace> = {}) {
  const harness = createHarness({ pace: { associate: 12_000, ...pace } });
  return { harness, engines: [new Engine(), new Engine()] as const };
}

/** A service with the longest list lag: an equal request returns the answer of up to five seconds ago. */
function stale({ simulator, clock }: Harness): Transport {
  const answers = new Map<string, { readonly at: number; readonly answer: ReturnType<Transport> }>();
  return (request, signal) => {
    if (request.headers["x-acs-action"] !== "ListResourceShares") return simulator.transport(request, signal);
    const kept = answers.get(request.url);
    if (kept && clock.now() - kept.at < 5_000) return kept.answer;
    const answer = simulator.transport(request, signal);
    answers.set(request.url, { at: clock.now(), answer });
    return answer;
  };
}

/** A machine that sleeps from its first call of an operation until it is woken. */
function sleepingMachine(harness: Harness, operation: string, moment: "before" | "after") {
  const asleep = Promise.withResolvers<void>();
  const machine = startMachine(harness.clock);
  let hasSlept = false;
  const fallAsleep = () => {
    hasSlept = true;
    machine.stop();
    asleep.resolve();
  };
  const transport: Transport = async (request, signal) => {
    const isHere = request.headers["x-acs-action"] === operation && !hasSlept;
    if (isHere && moment === "before") fallAsleep();
    await machine.awake();
    const answer = await harness.simulator.transport(request, signal);
    if (isHere && moment === "after") fallAsleep();
    await machine.awake();
    return answer;
  };
  return { runner: { clock: machine.clock, transport }, asleep: asleep.promise, wake: machine.wake };
}

const idsOf = (engine: Engine) => engine.entries.map(({ id }) => id);

/** The invariant: no share is in two states, and each share in a state exists. */
function expectApart(harness: Harness, [one, other]: readonly [Engine, Engine]): void {
  expect(idsOf(one).filter((id) => idsOf(other).includes(id))).toEqual([]);
  const existing = liveShares(harness.simulator.world).map(({ id }) => id);
  expect(existing).toEqual(expect.arrayContaining([...idsOf(one), ...idsOf(other)]));
}

/** Runs both again until neither fails, and destroys one: the other's share does not change. */
async function expectBothEndWell(harness: Harness, engines: readonly [Engine, Engine], runner: Runner = {}): Promise<void> {
  for (const engine of engines) {
    for (let reruns = 0; reruns < 3 && engine.entries.length === 0; reruns += 1) await engine.up(startProcess(harness, runner), program);
    expectApart(harness, engines);
    expect(idsOf(engine)).toHaveLength(1);
  }
  await engines[0].destroy(startProcess(harness, runner));
  expectApart(harness, engines);
  expect(liveShares(harness.simulator.world).map(({ id, tags }) => ({ id, tags: [...tags.keys()] }))).toEqual([
    { id: idsOf(engines[1])[0], tags: [] },
  ]);
}

describe("two engines with equal names", () => {
  it.each(offsets)("never lets two stacks own one share when the second engine begins %i ms after the first", async (offset) => {
    const { harness, engines } = open();
    const first = engines[0].up(startProcess(harness), program);
    await harness.clock.sleep(offset);
    const reports = await Promise.all([first, engines[1].up(startProcess(harness), program)]);
    for (const { failures } of reports) for (const failure of failures) expect(failure).toMatch(/is being created by another process/);
    expect(reports[0]?.failures).toEqual([]);
    expectApart(harness, engines);
    await expectBothEndWell(harness, engines);
  });

  // (promise P-one-owner)
  it.each(offsets)("never lets two stacks own one share when lists lag and the second begins %i ms after the first", async (offset) => {
    const { harness, engines } = open({ visibility: 4_000 });
    const transport = stale(harness);
    const first = engines[0].up(startProcess(harness, { transport }), program);
    await harness.clock.sleep(offset);
    await Promise.all([first, engines[1].up(startProcess(harness, { transport }), program)]);
    expectApart(harness, engines);
    await expectBothEndWell(harness, engines, { transport });
  });

  it.each([0, 10, 100, 1_000, 6_000, 14_000, 16_000, 29_000, 31_000, 44_000, 46_000])(
    "never lets two stacks resume one killed creation, %i ms apart",
    async (offset) => {
      const { harness, engines } = open();
      const transport = stale(harness);
      const killed = startProcess(harness, {}, { after: (call) => (call === 3 ? killed.kill() : undefined) });
      const dead = harness.clock.sleep(2_000);
      expect((await engines[0].up(killed, program, { killed: dead })).wasKilled).toBe(true);
      expect(liveShares(harness.simulator.world)).toHaveLength(1);
      const again = engines[0].up(startProcess(harness, { transport }), program);
      await harness.clock.sleep(offset);
      await Promise.all([again, engines[1].up(startProcess(harness, { transport }), program)]);
      expectApart(harness, engines);
      await expectBothEndWell(harness, engines, { transport });
    },
  );

  it("leaves a creation with twenty tags alone while its creator renews its lease", async () => {
    const { harness, engines } = open({ associate: 40_000 });
    const crowded: Program = [share("net", { tags: manyTags })];
    const first = engines[0].up(startProcess(harness), crowded);
    await harness.clock.sleep(1_000);
    const reports = await Promise.all([first, engines[1].up(startProcess(harness), crowded)]);
    expectApart(harness, engines);
    expect(reports.map(({ failures }) => failures.length)).toEqual([0, 1]);
    expect(Object.keys(engines[0].entries[0]?.outputs["tags"] ?? {})).toHaveLength(20);
  });

  // (promise P-sleep)
  it.each([6_000, 16_000, 18_000, 22_000, 35_000, 46_000, 58_000])(
    "never lets two stacks own one share when no lease can be renewed, create tags are written late and the first creation takes %i ms",
    async (associate) => {
      const { harness, engines } = open({ associate });
      const transport: Transport = async (request, signal) => {
        const isWrite = request.headers["x-acs-action"] === "TagResources";
        if (isWrite && request.url.includes("lease")) throw new Error("refused");
        if (isWrite) await harness.clock.sleep(8_000);
        return harness.simulator.transport(request, signal);
      };
      const first = engines[0].up(startProcess(harness, { transport }), program);
      await harness.clock.sleep(100);
      await Promise.all([first, engines[1].up(startProcess(harness, { transport }), program)]);
      expectApart(harness, engines);
      await expectBothEndWell(harness, engines);
    },
  );

  // (promise P-sleep)
  it.each([
    ["CreateResourceShare", "before"],
    ["CreateResourceShare", "after"],
    ["ListResourceShareAssociations", "after"],
    ["UntagResources", "before"],
    ["UntagResources", "after"],
  ] as const)("never lets a stack own a share that another one has finished while its machine slept: %s, %s", async (operation, moment) => {
    const { harness, engines } = open();
    const machine = sleepingMachine(harness, operation, moment);
    const first = engines[0].up(startProcess(harness, machine.runner), program);
    await machine.asleep;
    const second = await engines[1].up(startProcess(harness), program);
    await harness.clock.sleep(60_000);
    machine.wake();
    const report = await first;
    expectApart(harness, engines);
    expect(second.failures).toEqual([]);
    // The service had not received the creation, so the second stack had nothing to resume.
    const isAlone = operation === "CreateResourceShare" && moment === "before";
    expect(report.failures).toEqual(isAlone ? [] : [expect.stringMatching(/was resumed by another process.*adopt/)]);
    expect(idsOf(engines[0])).toHaveLength(isAlone ? 1 : 0);
  });
});
