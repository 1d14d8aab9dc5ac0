import { isRecord } from "../../../provider/kernel/json.ts";

/** What the engine writes for a value that is only known during the update. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether any part of a value is only known during the update; a text may hold the mark within. */
export function isUnknown(value: unknown): boolean {
  if (typeof value === "string") return value.includes(unknownText);
  if (Array.isArray(value)) return value.some(isUnknown);
  return isRecord(value) && Object.values(value).some(isUnknown);
}

/** A text that is known. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
}

/** The records of a list. */
export function itemsOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** What a list names, with what of it is not known apart: an unknown list is one unknown item. */
export function listOf(value: unknown): { readonly known: readonly unknown[]; readonly isOpen: boolean } {
  if (value === undefined || value === null) return { known: [], isOpen: false };
  if (!Array.isArray(value)) return { known: [], isOpen: true };
  const all: readonly unknown[] = value;
  return { known: all.filter((item) => !isUnknown(item)), isOpen: all.some(isUnknown) };
}
