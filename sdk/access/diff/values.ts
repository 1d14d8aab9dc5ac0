import { isRecord } from "../../../provider/kernel/json.ts";

/** The engine's placeholder for a value that is known only during the update. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether any part of a value is known only during the update; a string may contain the placeholder. */
export function isUnknown(value: unknown): boolean {
  if (typeof value === "string") return value.includes(unknownText);
  if (Array.isArray(value)) return value.some(isUnknown);
  return isRecord(value) && Object.values(value).some(isUnknown);
}

/** Returns the value when it is a known, non-empty string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
}

/** The objects of a list; none when the value is not a list. */
export function itemsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The known items of a list; `isOpen` when the list or an item is not known yet. */
export function listOf(value: unknown): { readonly known: readonly unknown[]; readonly isOpen: boolean } {
  if (value === undefined || value === null) return { known: [], isOpen: false };
  if (!Array.isArray(value)) return { known: [], isOpen: true };
  const all: readonly unknown[] = value;
  return { known: all.filter((item) => !isUnknown(item)), isOpen: all.some(isUnknown) };
}
