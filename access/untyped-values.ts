import { isRecord, itemsOf } from "../provider/kernel/json.ts";
import { UNKNOWN_TEXT } from "../provider/host/engine-values.ts";
import { isUnknown } from "../provider/lifecycle/diff.ts";
import { UNKNOWN } from "../provider/lifecycle/resource.ts";

/** Returns the value when it is a non-empty string. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The non-empty strings of a list. */
export function nonEmptyTexts(value: unknown): string[] {
  return itemsOf(value).flatMap((item) => nonEmptyText(item) ?? []);
}

/** The objects of a list. */
export function recordsOf(value: unknown): readonly Record<string, unknown>[] {
  return itemsOf(value).filter(isRecord);
}

/** The known items of a list of arguments; `hasUnknown` when the list or an item is not known yet. */
export function knownItemsOf(value: unknown): { readonly known: readonly unknown[]; readonly hasUnknown: boolean } {
  if (value === undefined || value === null) return { known: [], hasUnknown: false };
  if (!Array.isArray(value)) return { known: [], hasUnknown: true };
  const all: readonly unknown[] = value;
  return { known: all.filter((item) => !isUnknown(item)), hasUnknown: all.some(isUnknown) };
}

/** Replaces every string that contains the engine's placeholder by UNKNOWN, at any depth. */
export function withUnknown(value: unknown): unknown {
  // Most values are known: not copying them saves memory.
  if (!hasPlaceholder(value)) return value;
  if (typeof value === "string") return UNKNOWN;
  if (Array.isArray(value)) return value.map(withUnknown);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withUnknown(inner)])) : value;
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value === "string") return value.includes(UNKNOWN_TEXT);
  return typeof value === "object" && value !== null && Object.values(value).some(hasPlaceholder);
}
