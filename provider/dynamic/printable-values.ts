import { isRecord } from "../kernel/json.ts";
import { isPrintable, singleLine } from "../kernel/printable.ts";
import type { Values } from "../lifecycle/resource.ts";

/**
 * Properties as a state may hold them: Pulumi prints states as they are, so that a text which cannot be printed is replaced by one that can. What
 * the program itself has written (`written`) stays, however odd: changed, it would differ from the program for ever.
 */
export function printableValues(properties: Values, written: Values): Record<string, unknown> {
  const kept = new Set(oddTexts(written));
  const text = (value: string) => (kept.has(value) || isPrintable(value) ? value : singleLine(value));
  const record = (values: Values): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [text(name), any(value)]));
  const any = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(any);
    return isRecord(value) ? record(value) : value;
  };
  return record(properties);
}

/** All texts in a value that cannot be printed, names of properties included. */
function oddTexts(value: unknown): string[] {
  if (typeof value === "string") return isPrintable(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(oddTexts);
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => [...oddTexts(name), ...oddTexts(inner)]) : [];
}
