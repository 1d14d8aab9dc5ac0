import { sameJson } from "../kernel/json.ts";
import { type Resource, UNKNOWN, type Values } from "./resource.ts";

/** Returns the names among `names` whose values differ. A value that is UNKNOWN differs from every value. */
export function changedNames(names: readonly string[], before: Values, after: Values): string[] {
  return names.filter((name) => isUnknown(after[name]) || !sameJson(before[name], after[name]));
}

/**
 * Returns the arguments that differ from a state: not those of the creation alone, and no computed one that the program omits.
 * The order of lists does not count.
 */
export function changedArguments(resource: Resource, state: Values, wanted: Values): string[] {
  const { inputs, onCreateOnly, computed = [] } = resource;
  const names = Object.keys(inputs.shape).filter(
    (name) => !onCreateOnly.includes(name) && (wanted[name] !== undefined || !computed.includes(name)),
  );
  return changedNames(names, resource.canonical(state), resource.canonical(wanted));
}

/** Returns whether any part of a value is UNKNOWN. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
