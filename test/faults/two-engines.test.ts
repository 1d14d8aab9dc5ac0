import { describe, expect, it } from "vitest";
import { demo } from "../../provider/simulator/world/demo.ts";
import type { Pace } from "../../provider/simulator/world/state-machines.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { createHarness, type Runner } from "../support/harness.ts";
import { Engine, type Program } from "./engine.ts";
import { type Bench, startProcess } from "./provider-process.ts";
import { share } from "./fixture.ts";
import { liveShares } from "./state-snapshot.ts";

const program: Program = [share("net", { targets: [demo.member] })];
const manyTags = Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`k${index}`, "1"]));
/** The start of the second run after the first, in milliseconds. */
const offsets = [0, 10, 30, 60, 100, 300, 1_000, 4_000, 8_000, 11_900, 12_100, 14_000];

/** Two indistinguishable stacks of one name. */
function open(pace: Partial<Pace> = {}) {
  const bench = createHarness({ pace: { associate: 12_000, ...pace } });
  return { bench, engines: [new Engine(), new Engine()] as const };
}

let hosts = 0;
/** A process on a separate host, so that other processes cannot check whether it runs. */
function elsewhere(): Runner {
  hosts += 1;
  return { process: { id: `e${hosts}`, host: `host${hosts}`, pid: 1, isRunning: () => false } };
}

/** A service with the longest list lag: an equal request returns the answer of up to five seconds ago. */
function stale({ simulator, clock }: Bench): Transport {
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

const idsOf = (engine: Engine) => engine.entries.map(({ id }) => id);

/** The invariant: no share is in two states, and each share in a state exists. */
function expectApart(bench: Bench, [one, other]: readonly [Engine, Engine]): void {
  expect(idsOf(one).filter((id) => idsOf(other).includes(id))).toEqual([]);
  const existing = liveShares(bench.simulator.world).map(({ id }) => id);
  expect(existing).toEqual(expect.arrayContaining([...idsOf(one), ...idsOf(other)]));
}

/** Runs both again until neither fails, and destroys one: the other's share does not change. */
async function expectBothEndWell(bench: Bench, engines: readonly [Engine, Engine], runner: () => Runner): Promise<void> {
  for (const engine of engines) {
    for (let reruns = 0; reruns < 3 && engine.entries.length === 0; reruns += 1) await engine.up(startProcess(bench, runner()), program);
    expectApart(bench, engines);
    expect(idsOf(engine)).toHaveLength(1);
  }
  await engines[0].destroy(startProcess(bench, runner()));
  expectApart(bench, engines);
  expect(liveShares(bench.simulator.world).map(({ id, tags }) => ({ id, tags: [...tags.keys()] }))).toEqual([
    { id: idsOf(engines[1])[0], tags: [] },
  ]);
}

describe.each([
  ["on one host", () => ({})],
  ["on two hosts", elsewhere],
] as const)("two engines with equal names %s", (_, runner: () => Runner) => {
  it.each(offsets)("never lets two stacks own one share when the second engine begins %i ms after the first", async (offset) => {
    const { bench, engines } = open();
    const first = engines[0].up(startProcess(bench, runner()), program);
    await bench.clock.sleep(offset);
    const reports = await Promise.all([first, engines[1].up(startProcess(bench, runner()), program)]);
    for (const { failures } of reports) for (const failure of failures) expect(failure).toMatch(/is being created by another process/);
    expect(reports[0]?.failures).toEqual([]);
    expectApart(bench, engines);
    await expectBothEndWell(bench, engines, runner);
  });

  // (promise P-one-owner)
  it.each(offsets)("never lets two stacks own one share when lists lag and the second begins %i ms after the first", async (offset) => {
    const { bench, engines } = open({ visibility: 4_000 });
    const transport = stale(bench);
    const first = engines[0].up(startProcess(bench, { ...runner(), transport }), program);
    await bench.clock.sleep(offset);
    await Promise.all([first, engines[1].up(startProcess(bench, { ...runner(), transport }), program)]);
    expectApart(bench, engines);
    await expectBothEndWell(bench, engines, () => ({ ...runner(), transport }));
  });

  it.each([0, 10, 100, 1_000, 6_000, 14_000, 16_000, 29_000, 31_000])(
    "never lets two stacks resume one killed creation, %i ms apart",
    async (offset) => {
      const { bench, engines } = open();
      const transport = stale(bench);
      const killed = startProcess(bench, runner(), { after: (call) => (call === 3 ? killed.kill() : undefined) });
      const dead = bench.clock.sleep(2_000);
      expect((await engines[0].up(killed, program, dead)).wasKilled).toBe(true);
      expect(liveShares(bench.simulator.world)).toHaveLength(1);
      const again = engines[0].up(startProcess(bench, { ...runner(), transport }), program);
      await bench.clock.sleep(offset);
      await Promise.all([again, engines[1].up(startProcess(bench, { ...runner(), transport }), program)]);
      expectApart(bench, engines);
      await expectBothEndWell(bench, engines, () => ({ ...runner(), transport }));
    },
  );

  it("never lets two stacks own one share although the first cannot renew its lease for lack of a tag slot", async () => {
    const { bench, engines } = open({ associate: 40_000 });
    const crowded: Program = [share("net", { tags: manyTags })];
    const first = engines[0].up(startProcess(bench, runner()), crowded);
    await bench.clock.sleep(1_000);
    const reports = await Promise.all([first, engines[1].up(startProcess(bench, runner()), crowded)]);
    expectApart(bench, engines);
    // The second resumes it, and the first detects that at its end and keeps no id.
    expect(reports.map(({ failures }) => failures.length)).toEqual([1, 0]);
    expect(reports[0]?.failures[0]).toMatch(/was taken over by another process while this one created it/);
    expect([idsOf(engines[0]).length, idsOf(engines[1]).length]).toEqual([0, 1]);
  });
});
