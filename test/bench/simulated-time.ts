import type { Clock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import type { Outcome } from "../../provider/lifecycle/driver.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { createHarness } from "../support/harness.ts";
import { floorOf, type Floor } from "./floor.ts";
import type { DesiredResource, Step, Workload } from "./scenarios.ts";
import { createShares, limitedService } from "./service.ts";

/** The calls and the simulated seconds of one step, beside its floor. */
interface SimulatedRow {
  readonly step: Step;
  readonly calls: number;
  readonly throttled: number;
  readonly seconds: number;
  readonly floor: Floor;
}

interface Setting {
  /** How long each transition takes, in milliseconds. */
  readonly transitionMs: number;
  /** How long the engine writes its state before and after each operation, in milliseconds; without it everything starts at once. */
  readonly stateMs?: number;
}

/** How long an answer takes at least, in milliseconds; at most three times as long. */
const leastAnswerMs = 5;
/** How long the engine takes from one resource to the next, in milliseconds. */
const nextMs = 3;

/**
 * Runs the steps of a workload in this process on a simulated clock, so that the number of calls depends on the code alone and not on the machine.
 * Work of the processor takes no time.
 */
export async function simulate({ inFlight, shares, wanted, steps }: Workload, { transitionMs, stateMs }: Setting): Promise<SimulatedRow[]> {
  const harness = createHarness(limitedService(transitionMs));
  const { clock, simulator } = harness;
  const random = seededRandom(1001);
  const transport: Transport = async (request, signal) => {
    const halfMs = leastAnswerMs / 2 + random.next() * leastAnswerMs;
    await clock.sleep(halfMs, signal);
    const answer = await simulator.transport(request, signal);
    await clock.sleep(halfMs, signal);
    return answer;
  };
  const onEach = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>) => {
    const writeState = stateMs === undefined ? undefined : stateWriter(clock, stateMs);
    const running = new Set<Promise<void>>();
    for (const item of items) {
      while (running.size >= inFlight) await Promise.race(running);
      const operation = async () => {
        await writeState?.();
        await work(item);
        await writeState?.();
      };
      const run = operation().finally(() => running.delete(run));
      running.add(run);
      if (writeState !== undefined) await clock.sleep(nextMs);
    }
    await Promise.all(running);
  };

  const program = wanted(await createShares(await harness.run().host.client(undefined, undefined), shares));
  const states = new Map<DesiredResource, Outcome>();
  const stateOf = (one: DesiredResource) => states.get(one) ?? { id: "", state: {} };
  // The engine deletes resources that do not depend on each other in random order.
  const order = seededRandom(2001);
  const shuffled = program.map((one) => ({ one, place: order.next() })).toSorted((a, b) => a.place - b.place);
  const urnOf = ({ kind, name }: DesiredResource) => `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
  const commands = {
    up: (run: ReturnType<typeof harness.run>) =>
      onEach(program, async (one) => {
        const driver = run.driver(one.kind);
        const { inputs } = driver.check(one.inputs, { urn: urnOf(one), isNew: true });
        const made = await driver.create(inputs, { urn: urnOf(one) });
        if (made.failure) throw made.failure;
        states.set(one, made);
      }),
    refresh: (run: ReturnType<typeof harness.run>) =>
      onEach(program, async (one) => {
        const { id, state } = stateOf(one);
        const found = await run.driver(one.kind).read(id, state, { urn: urnOf(one) });
        if (found === undefined) throw new Error(`${one.name} is absent`);
      }),
    destroy: (run: ReturnType<typeof harness.run>) =>
      onEach(stateMs === undefined ? program : shuffled.map(({ one }) => one), async (one) => {
        const { id, state } = stateOf(one);
        await run.driver(one.kind).delete(id, state, { urn: urnOf(one) });
      }),
  };

  const rows: SimulatedRow[] = [];
  for (const step of steps) {
    await clock.sleep(60_000);
    simulator.forgetCalls();
    const startedAt = clock.now();
    await commands[step.command](harness.run({ transport }));
    const seconds = (clock.now() - startedAt) / 1000;
    const throttled = simulator.calls.filter(({ code }) => code?.startsWith("Throttling")).length;
    rows.push({ step, calls: simulator.calls.length, throttled, seconds, floor: floorOf(step, transitionMs) });
  }
  return rows;
}

/** Writes the state as the engine does: one write after another. */
function stateWriter(clock: Clock, stateMs: number) {
  let last = Promise.resolve();
  return () => (last = last.then(() => clock.sleep(stateMs)));
}
