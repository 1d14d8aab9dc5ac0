import { sameJson } from "../kernel/json.ts";
import { UNKNOWN, type Values } from "./resource.ts";

/** Returns the names among `names` whose values differ. A value that is UNKNOWN differs from every value. */
export function changedNames(names: readonly string[], before: Values, after: Values): string[] {
  return names.filter((name) => isUnknown(after[name]) || !sameJson(before[name], after[name]));
}

/** Returns whether any part of a value is UNKNOWN. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
