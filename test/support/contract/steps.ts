import { expect } from "vitest";
import { compareText, isRecord } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { UNKNOWN, type Values } from "../../../provider/lifecycle/resource.ts";
import type { BoundDriver, Stored } from "../bindings/bound-driver.ts";

/** The steps of the engine with a driver of any binding. */

export const noChange = { changed: [], replaces: [], needsReconcile: false };

/** Checks arguments as the engine does before everything else. */
export async function checkedBy(driver: BoundDriver, inputs: Values, urn: string, olds?: Values): Promise<Values> {
  const checked = await driver.check(inputs, { urn }, olds);
  expect(checked.failures).toEqual([]);
  return checked.inputs;
}

/** Checks, previews and creates, and returns the settled object. */
export async function up(driver: BoundDriver, inputs: Values, urn: string): Promise<Stored> {
  const checked = await checkedBy(driver, inputs, urn);
  const predicted = await driver.preview(undefined, checked, { urn });
  const made = await driver.create(checked, { urn });
  if (made.failure) throw made.failure;
  expectPrediction(predicted, made.state);
  return made;
}

/** Compares an object with arguments, as a preview does. */
export async function diffOf(driver: BoundDriver, made: Stored, inputs: Values, urn: string) {
  return driver.diff(made, await checkedBy(driver, inputs, urn, made.inputs), { urn });
}

/** Previews and updates an object if its diff has a change, as the engine does. */
export async function updateIfChanged(driver: BoundDriver, made: Stored, inputs: Values, urn: string): Promise<Stored> {
  const wanted = await checkedBy(driver, inputs, urn, made.inputs);
  const { changed, needsReconcile } = await driver.diff(made, wanted, { urn });
  if (changed.length === 0 && !needsReconcile) return made;
  const predicted = await driver.preview(made, wanted, { urn });
  const updated = await driver.update(made, wanted, { urn });
  if (updated.failure) throw updated.failure;
  expectPrediction(predicted, updated.state);
  return updated;
}

/** Reads as `pulumi refresh` does. */
export function refresh(driver: BoundDriver, made: Stored, urn: string): Promise<Stored | undefined> {
  return driver.read(made, { urn });
}

/** A state as JSON, without the time of its last change and without what the engine hides. */
export function plain(state: Values | undefined): unknown {
  const shown = Object.entries(state ?? {}).filter(([name]) => name !== "updateTime" && !name.startsWith("__"));
  return JSON.parse(JSON.stringify(Object.fromEntries(shown))) as unknown;
}

/** The result of `plain` without any time: an entity that is associated again has another one. */
export function timeless(state: Values | undefined): unknown {
  return JSON.parse(JSON.stringify(plain(state), (name, value: unknown) => (name.endsWith("Time") ? undefined : value))) as unknown;
}

/** A value with all lists sorted: a list keeps the order of the state, whatever the order of the arguments is. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unordered).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unordered(inner)])) : value;
}

/** Expects that a preview names every output, and that each value that it knows is right. */
function expectPrediction(predicted: Values | undefined, state: Values): void {
  if (predicted === undefined) return;
  const actual = Object.entries(state).filter(([name, value]) => value !== undefined && !name.startsWith("__"));
  expect(Object.keys(predicted)).toEqual(expect.arrayContaining(actual.map(([name]) => name)));
  const known = Object.keys(predicted).filter((name) => !isUnknown(predicted[name]));
  const part = (values: Values) => Object.fromEntries(known.map((name) => [name, values[name]]));
  expect(plain(part(predicted))).toEqual(plain(part(state)));
}

/** Returns the value with one unknown part, for each of its parts. */
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
