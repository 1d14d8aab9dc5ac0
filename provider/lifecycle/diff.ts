import { sameJson } from "../kernel/json.ts";
import { UNKNOWN, type Values } from "./resource.ts";

/** The names among `names` whose values differ; what is not known yet differs from everything. */
export function changedNames(names: readonly string[], before: Values, after: Values): string[] {
  return names.filter((name) => isUnknown(after[name]) || !sameJson(before[name], after[name]));
}

/** Whether any part of a value is not known yet. */
export function isUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}
