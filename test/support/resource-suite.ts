import { describe, expect, it } from "vitest";
import { UnsettledError } from "../../provider/kernel/errors.ts";
import type { Driver, Outcome } from "../../provider/lifecycle/driver.ts";
import { UNKNOWN, type Values } from "../../provider/lifecycle/resource.ts";
import { resources } from "../../provider/resources/index.ts";
import type { SimulatorOptions } from "../../provider/simulator/simulator.ts";
import { createHarness, type Run, type Runner, type Token } from "./harness.ts";

/** The parts of a harness that a scenario uses, in process or over HTTP. */
export type Harness = Omit<ReturnType<typeof createHarness>, "clock"> & {
  readonly clock: { now(): number; sleep(ms: number): Promise<void> };
};

/** One kind of resource as the common test suite uses it. */
export interface Scenario {
  readonly options?: Omit<SimulatorOptions, "clock" | "random">;
  readonly runner?: Runner;
  /** Creates the prerequisites and returns the first arguments. */
  prepare(harness: Harness): Promise<Values>;
  /** Other values for every argument that changes in place, one after the other. */
  readonly changes: readonly (readonly [name: string, value: unknown])[];
  /** Arguments that make no difference, and why. */
  readonly ineffective?: Readonly<Record<string, string>>;
  /** For every argument that replaces the object, the changed arguments. */
  readonly replacements: Readonly<Record<string, Values>>;
  /** An out-of-band change of each property. */
  readonly drifts: Readonly<Record<string, (harness: Harness, made: Outcome) => void>>;
  /** Deletes the object out of band. */
  remove(harness: Harness, made: Outcome): void;
  /** Keeps the object from settling, from the beginning. */
  readonly stalled: Omit<SimulatorOptions, "clock" | "random">;
  stall?(harness: Harness): void;
  /** Lets the object settle. */
  release(harness: Harness): void;
  /** A misspelt argument, and the correct name. */
  readonly misspelt: readonly [typed: string, meant: string];
  /** Arguments with several errors, and the properties that the failures must name. */
  readonly wrong: readonly [inputs: Values, properties: readonly string[]];
}

export const urn = (token: Token, name = "it") => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${token}::${name}`;

/** Checks arguments as the engine does before everything else. */
export function checkedBy(driver: Driver, inputs: Values, self: string): Values {
  const checked = driver.check(inputs, { urn: self });
  expect(checked.failures).toEqual([]);
  return checked.inputs;
}

/** Checks and creates, and returns the settled object. */
export async function up(driver: Driver, inputs: Values, self: string): Promise<Outcome> {
  const outcome = await driver.create(checkedBy(driver, inputs, self), { urn: self });
  if (outcome.failure) throw outcome.failure;
  return outcome;
}

/** Updates an object if its diff has a change, as the engine does. */
export async function updateIfChanged(driver: Driver, made: Outcome, inputs: Values, self: string): Promise<Outcome> {
  const wanted = checkedBy(driver, inputs, self);
  const { changed, needsReconcile } = driver.diff(made.id, made.state, wanted, { urn: self });
  if (changed.length === 0 && !needsReconcile) return made;
  const outcome = await driver.update(made.id, made.state, wanted, { urn: self });
  if (outcome.failure) throw outcome.failure;
  return outcome;
}

/** Reads as `pulumi refresh` does. */
export async function refresh(driver: Driver, made: Outcome, self: string): Promise<Outcome | undefined> {
  const found = await driver.read(made.id, made.state, { urn: self });
  return found && { id: found.id, state: found.state };
}

/** The whole life of a resource, for every kind and any transport. */
export async function runLifecycle(token: Token, scenario: Scenario, harness: Harness): Promise<void> {
  const self = urn(token);
  const driver = harness.run(scenario.runner).driver(token);
  const first = await scenario.prepare(harness);
  let made = await up(driver, first, self);
  expect(diffOf(driver, made, first, self)).toEqual(noChange);
  expect(plain((await refresh(driver, made, self))?.state)).toEqual(plain(made.state));
  let inputs = first;
  for (const [name, value] of scenario.changes) {
    inputs = { ...inputs, [name]: value };
    const difference = driver.diff(made.id, made.state, checkedBy(driver, inputs, self), { urn: self });
    expect(difference).toMatchObject({ changed: [name], replaces: [] });
    made = await updateIfChanged(driver, made, inputs, self);
    expect(diffOf(driver, made, inputs, self)).toEqual(noChange);
    const read = await refresh(driver, made, self);
    expect(plain(read?.state), `after ${name} has changed`).toEqual(plain(made.state));
  }
  // A run that has found the object up to date never deletes it.
  const last = harness.run(scenario.runner).driver(token);
  await last.delete(made.id, made.state, { urn: self });
  if (token !== "DirectorySharing") expect(await refresh(last, made, self)).toBeUndefined();
  await last.delete(made.id, made.state, { urn: self });
  expect(harness.simulator.invariants()).toEqual([]);
}

const noChange = { changed: [], replaces: [], needsReconcile: false };

function diffOf(driver: Driver, made: Outcome, inputs: Values, self: string) {
  return driver.diff(made.id, made.state, checkedBy(driver, inputs, self), { urn: self });
}

/** A state without absent members and without the time of its last change. */
function plain(state: Values | undefined): unknown {
  const { updateTime: _, ...rest } = state ?? {};
  return JSON.parse(JSON.stringify(rest)) as unknown;
}

/** Registers the common tests of every kind of resource. */
export function resourceSuite(token: Token, scenario: Scenario): void {
  const self = urn(token);
  const open = (options = scenario.options) => createHarness(options);
  const run = (harness: Harness): Run => harness.run(scenario.runner);
  const resource = resources.find((candidate) => candidate.token === token);

  describe(`${token}, as every resource,`, () => {
    it("goes through a whole life: created, read, changed in place in every argument, deleted, and deleted again", () =>
      runLifecycle(token, scenario, open()));

    it("has every argument in one of three lists: changes in place, replaces, counts at creation only", () => {
      const names = [
        ...new Set(scenario.changes.map(([name]) => name)),
        ...Object.keys(scenario.ineffective ?? {}),
        ...Object.keys(scenario.replacements),
        ...(resource?.onCreateOnly ?? []),
      ];
      expect(names.toSorted()).toEqual(Object.keys(resource?.inputs.shape ?? {}).toSorted());
      expect(Object.keys(scenario.replacements).toSorted()).toEqual([...(resource?.replaceOn ?? [])].toSorted());
    });

    it("adopts by id without a second object", async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const made = await up(run(harness).driver(token), inputs, self);
      const before = { shares: harness.shares(), grants: harness.simulator.grants() };
      const adopted = await up(run(harness).driver(token), { ...inputs, adopt: made.id }, urn(token, "other"));
      expect(adopted.id).toBe(made.id);
      expect(plain(adopted.state)).toEqual(plain(made.state));
      expect({ shares: harness.shares(), grants: harness.simulator.grants() }).toEqual(before);
      const driver = run(harness).driver(token);
      expect(diffOf(driver, adopted, { ...inputs, adopt: made.id }, self)).toEqual(noChange);
      expect(diffOf(driver, adopted, inputs, self)).toEqual(noChange);
    });

    it("refuses to adopt an object that does not exist", async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const made = await up(run(harness).driver(token), inputs, self);
      scenario.remove(harness, made);
      await expect(up(run(harness).driver(token), { ...inputs, adopt: made.id }, self)).rejects.toThrow(/adopt: there is no/);
    });

    it("detects that the object is gone", async () => {
      const harness = open();
      const made = await up(run(harness).driver(token), await scenario.prepare(harness), self);
      scenario.remove(harness, made);
      await harness.clock.sleep(1000);
      expect(await refresh(run(harness).driver(token), made, self)).toBeUndefined();
    });

    it("previews without calls, and a second run of the same program makes none either", async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const made = await up(run(harness).driver(token), inputs, self);
      const before = harness.calls().length;
      const second = run(harness).driver(token);
      expect(await updateIfChanged(second, made, inputs, self)).toBe(made);
      let changing = inputs;
      for (const [name, value] of scenario.changes) {
        changing = { ...changing, [name]: value };
        const wanted = checkedBy(second, changing, self);
        second.diff(made.id, made.state, wanted, { urn: self });
      }
      expect(harness.calls().length).toBe(before);
    });

    it("replaces on exactly the declared arguments", async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const driver = run(harness).driver(token);
      const made = await up(driver, inputs, self);
      for (const [name, value] of Object.entries(scenario.replacements)) {
        const wanted = checkedBy(driver, { ...inputs, ...value }, self);
        expect(driver.diff(made.id, made.state, wanted, { urn: self }).replaces, name).toEqual([name]);
      }
    });

    it("keeps the id when it does not settle, reports the last state, and continues in the next run", async () => {
      const harness = open(scenario.stalled);
      const inputs = await scenario.prepare(harness);
      scenario.stall?.(harness);
      const first = run(harness).driver(token);
      const started = harness.clock.now();
      const kept = await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 20_000 });
      expect(kept.failure).toBeInstanceOf(UnsettledError);
      expect(kept.failure?.message).toMatch(/has not settled after \d+ s: .+ at the last of \d+ polls/);
      // A call under way at the deadline still goes through its own attempts.
      expect(harness.clock.now() - started).toBeLessThan(31_000);
      expect(kept.id).not.toBe("");
      const before = harness.shares();
      scenario.release(harness);
      const second = run(harness).driver(token);
      const resumed = await updateIfChanged(second, kept, inputs, self);
      expect(resumed.id).toBe(kept.id);
      expect(diffOf(second, resumed, inputs, self)).toEqual(noChange);
      expect(plain((await refresh(second, resumed, self))?.state)).toEqual(plain(resumed.state));
      expect(harness.shares()).toEqual(before);
    });

    it("refreshes and deletes an unsettled object", async () => {
      const harness = open(scenario.stalled);
      const inputs = await scenario.prepare(harness);
      scenario.stall?.(harness);
      const first = run(harness).driver(token);
      const kept = await first.create(checkedBy(first, inputs, self), { urn: self, timeoutMs: 2_000 });
      const second = run(harness).driver(token);
      const read = await refresh(second, kept, self);
      scenario.release(harness);
      await second.delete(kept.id, (read ?? kept).state, { urn: self });
      if (token !== "DirectorySharing") expect(await refresh(second, kept, self)).toBeUndefined();
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it.each(Object.keys(scenario.drifts))("detects an out-of-band change of %s and reverts it", async (property) => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const driver = run(harness).driver(token);
      const made = await up(driver, inputs, self);
      scenario.drifts[property]?.(harness, made);
      await harness.clock.sleep(1000);
      const second = run(harness).driver(token);
      const seen = await refresh(second, made, self);
      if (seen === undefined) throw new Error("it is gone");
      expect(driver.diff(seen.id, seen.state, checkedBy(second, inputs, self), { urn: self }).changed).toEqual([property]);
      const repaired = await updateIfChanged(second, seen, inputs, self);
      expect(plain(withoutTimes((await refresh(second, repaired, self))?.state))).toEqual(plain(withoutTimes(made.state)));
      expect(harness.simulator.invariants()).toEqual([]);
    });

    it("rejects an unknown argument and names the nearest one", () => {
      const harness = open();
      const [typed, meant] = scenario.misspelt;
      const { failures } = run(harness)
        .driver(token)
        .check({ [typed]: "x" }, { urn: self });
      expect(failures).toContainEqual({ property: typed, reason: `is not an argument of ${token}; did you mean \`${meant}\`?` });
      expect(harness.calls()).toEqual([]);
    });

    it("reports all failures at once", () => {
      const harness = open();
      const [inputs, properties] = scenario.wrong;
      const { failures } = run(harness).driver(token).check(inputs, { urn: self });
      expect(failures.map(({ property }) => property).toSorted()).toEqual([...properties].toSorted());
      expect(harness.calls()).toEqual([]);
    });

    it("accepts any unknown argument and shows it as a change", async () => {
      const harness = open();
      const inputs = await scenario.prepare(harness);
      const driver = run(harness).driver(token);
      const made = await up(driver, inputs, self);
      const before = harness.calls().length;
      for (const [name, value] of [...Object.entries(inputs), ...scenario.changes]) {
        for (const partlyUnknown of unknownAt(value)) {
          const checked = driver.check({ ...inputs, [name]: partlyUnknown }, { urn: self });
          expect(checked.failures, name).toEqual([]);
          expect(driver.diff(made.id, made.state, checked.inputs, { urn: self }).changed, name).toContain(name);
        }
      }
      expect(harness.calls().length).toBe(before);
    });
  });
}

/** An entity that is associated again has another time. */
function withoutTimes(state: Values | undefined): Values {
  return JSON.parse(JSON.stringify(state ?? {}, (name, value: unknown) => (name.endsWith("Time") ? undefined : value))) as Values;
}

/** The value with one unknown part, for each of its parts. */
export function unknownAt(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [UNKNOWN, ...items.flatMap((item, index) => unknownAt(item).map((partlyUnknown) => items.with(index, partlyUnknown)))];
  }
  if (typeof value === "object" && value !== null) {
    return [
      UNKNOWN,
      ...Object.entries(value).flatMap(([name, part]) => unknownAt(part).map((partlyUnknown) => ({ ...value, [name]: partlyUnknown }))),
    ];
  }
  return [UNKNOWN];
}
