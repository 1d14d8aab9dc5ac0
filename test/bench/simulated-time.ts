import { sharing as operations } from "../../provider/api/operations.ts";
import type { Clock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { resources } from "../../provider/resources/index.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { createHarness, type Kind } from "../support/harness.ts";
import { concurrently } from "./concurrently.ts";
import { floorOf } from "./floor.ts";
import type { DesiredResource, ExistingResource, Floor, Start, Step, Workload } from "./types.ts";

/** The calls and the simulated seconds of one step, beside its floor. */
export interface SimulatedRow {
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

/**
 * Runs the steps of a workload in this process on a simulated clock, so that the number of calls depends on the code alone and not on the machine.
 * Work of the processor takes no time.
 */
export async function simulate({ inFlight, shares, wanted, steps }: Workload, setting: Setting): Promise<SimulatedRow[]> {
  const { transitionMs, stateMs } = setting;
  const pace = { associate: transitionMs, disassociate: transitionMs, deleteShare: transitionMs, accept: transitionMs };
  const harness = createHarness({ pace, limits: true });
  const { clock, simulator } = harness;
  const quotas = { ...simulator.world.settings.quotas, shares: 10_000, sharedResources: 100_000 };
  simulator.world.settings = { ...simulator.world.settings, quotas };
  const random = seededRandom(1001);
  const transport: Transport = async (request, signal) => {
    const halfMs = leastAnswerMs / 2 + random.next() * leastAnswerMs;
    await clock.sleep(halfMs, signal);
    const answer = await simulator.transport(request, signal);
    await clock.sleep(halfMs, signal);
    return answer;
  };

  /** When the operations of the present step have started. */
  let starts: Start[] = [];
  const run = <Item, Result>(
    items: readonly Item[],
    checkMs: number,
    check: (item: Item) => { readonly name: string; readonly start: () => Promise<Result> },
  ): Promise<Result[]> => {
    const operationOf = (item: Item) => {
      const { name, start } = check(item);
      return () => {
        starts.push({ name, at: clock.now() });
        return start();
      };
    };
    if (stateMs === undefined) return concurrently(items, inFlight, (item) => operationOf(item)());
    return asEngine(items, { workers: inFlight, clock, stateMs, checkMs }, operationOf);
  };

  const up = async (desired: readonly DesiredResource[]) => {
    const driverOf = driversOf(harness.run({ transport }));
    const urnOf = ({ kind, name }: DesiredResource) => `urn:pulumi:bench::bench::pulumi-nodejs:dynamic/resourceshare:${kind}::${name}`;
    const check = (one: DesiredResource) => driverOf(one.kind).check(one.inputs, { urn: urnOf(one), isNew: true }).inputs;
    const create = async (one: DesiredResource, inputs: Values): Promise<ExistingResource> => {
      const { id, state, failure } = await driverOf(one.kind).create(inputs, { urn: urnOf(one) });
      if (failure) throw failure;
      return { kind: one.kind, name: one.name, id, properties: state };
    };
    return run(desired, checkMs, (one) => {
      const inputs = check(one);
      return { name: one.name, start: () => create(one, inputs) };
    });
  };
  const refresh = async (kept: readonly ExistingResource[]) => {
    const driverOf = driversOf(harness.run({ transport }));
    return concurrently(kept, inFlight, async ({ kind, name, id, properties }): Promise<ExistingResource> => {
      const found = await driverOf(kind).read(id, properties, { urn: id });
      if (found === undefined) throw new Error(`${kind} ${id} is absent`);
      return { kind, name, id, properties: found.state };
    });
  };
  const destroy = async (kept: readonly ExistingResource[]) => {
    const driverOf = driversOf(harness.run({ transport }));
    const remove = ({ kind, id, properties }: ExistingResource) => driverOf(kind).delete(id, properties, { urn: id });
    // The engine deletes resources that do not depend on each other in random order.
    const order = seededRandom(2001);
    const placed = kept.map((one) => ({ one, place: stateMs === undefined ? 0 : order.next() }));
    await run(
      placed.toSorted((a, b) => a.place - b.place),
      0,
      ({ one }) => ({ name: one.name, start: () => remove(one) }),
    );
    return [];
  };

  const existing = await up(shares);
  const program = wanted(existing.map(({ id }) => id));
  let kept: readonly ExistingResource[] = [];
  const rows: SimulatedRow[] = [];
  for (const step of steps) {
    await clock.sleep(60_000);
    simulator.forgetCalls();
    starts = [];
    const startedAt = clock.now();
    kept = await { up: () => up(program), refresh: () => refresh(kept), destroy: () => destroy(kept) }[step.work]();
    const seconds = (clock.now() - startedAt) / 1000;
    const terms = stateMs === undefined ? undefined : step.termsOfStarts?.(starts, transitionMs);
    const floor = floorOf(terms ?? step.terms, { transitionMs, waves: step.waves, operations, regions: step.regions ?? 1 });
    const throttled = simulator.calls.filter(({ code }) => code?.startsWith("Throttling")).length;

    rows.push({ step, calls: simulator.calls.length, throttled, seconds, floor });
  }
  return rows;
}

function driversOf(run: ReturnType<ReturnType<typeof createHarness>["run"]>) {
  const drivers = new Map(resources.map(({ token }) => [token, run.driver(token as Kind)]));
  return (kind: string) => {
    const driver = drivers.get(kind);
    if (driver === undefined) throw new Error(`there is no resource ${kind}`);
    return driver;
  };
}

/**
 * Runs operations as the engine does: it checks one resource after another, hands each to a free worker before it checks the next one, and
 * writes its state before and after each operation, one write after another.
 */
async function asEngine<Item, Result>(
  items: readonly Item[],
  {
    workers,
    clock,
    stateMs,
    checkMs,
  }: { readonly workers: number; readonly clock: Clock; readonly stateMs: number; readonly checkMs: number },
  check: (item: Item) => () => Promise<Result>,
): Promise<Result[]> {
  let lastWrite = Promise.resolve();
  const writeState = () => (lastWrite = lastWrite.then(() => clock.sleep(stateMs)));
  const running = new Set<Promise<void>>();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    const start = check(item);
    while (running.size >= workers) await Promise.race(running);
    const work = (async () => {
      await writeState();
      results[index] = await start();
      await writeState();
    })().finally(() => running.delete(work));
    running.add(work);
    if (checkMs > 0) await clock.sleep(checkMs);
  }
  await Promise.all(running);
  return results;
}

/** How long an answer takes at least, in milliseconds; at most three times as long. */
const leastAnswerMs = 5;
/** How long the engine takes to check a resource, in milliseconds. A destroy checks none. */
const checkMs = 3;
