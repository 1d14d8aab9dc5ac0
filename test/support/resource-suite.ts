import { expect } from "vitest";
import type { Driver, Outcome } from "../../provider/lifecycle/driver.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import type { SimulatorOptions } from "../../simulator/simulator.ts";
import type { createHarness, Runner, Kind } from "./harness.ts";

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
  /** The ids by which an object is imported. */
  importIds(made: Outcome): readonly string[];
  /** A misspelt argument, and the correct name. */
  readonly misspelt: readonly [typed: string, meant: string];
  /** Arguments with several errors, and the properties that the failures must name. */
  readonly wrong: readonly [inputs: Values, properties: readonly string[]];
}

export const urn = (token: Kind, name = "it") => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:${token}::${name}`;

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
