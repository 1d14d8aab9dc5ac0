import { isRecord } from "../kernel/json.ts";
import { isPrintable, singleLine } from "../kernel/printable.ts";
import type { Values } from "../lifecycle/resource.ts";

/**
 * Replaces text that cannot be printed: Pulumi prints states without escaping.
 * Text that the program itself has set (`written`) stays: a replacement would differ from the program in every run.
 */
export function printableValues(properties: Values, written: Values): Record<string, unknown> {
  const kept = new Set(unprintableTexts(written));
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

/** Returns all unprintable texts in a value, including property names. */
function unprintableTexts(value: unknown): string[] {
  if (typeof value === "string") return isPrintable(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(unprintableTexts);
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => [...unprintableTexts(name), ...unprintableTexts(inner)]) : [];
}
