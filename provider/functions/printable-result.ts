import { isRecord } from "../kernel/json.ts";
import { isPrintable, singleLine } from "../kernel/printable.ts";

/** The fields that contain users' own text, or that later calls send: programs compare them and pass them on unchanged. */
const verbatim = /(?:Name|Key|Value|Property|Token)$/i;

/** Makes the texts of a function's result printable, at any depth, except in fields that programs compare or pass on. */
export function printableResult(value: unknown, field = ""): unknown {
  if (typeof value === "string") return verbatim.test(field) || isPrintable(value) ? value : singleLine(value);
  if (Array.isArray(value)) return value.map((item) => printableResult(item, field));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, printableResult(inner, name)]));
}
