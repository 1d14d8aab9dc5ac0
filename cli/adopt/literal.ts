import { printableJson } from "../../provider/kernel/printable.ts";

const widest = 100;

/** Formats a value as TypeScript that begins at `column`: on one line if it fits, else one entry per line. It skips `undefined`. */
export function literal(value: unknown, indent = "", column = indent.length): string {
  const line = inline(value);
  if (column + line.length < widest) return line;
  if (Array.isArray(value)) {
    const inner = `${indent}  `;
    const items: readonly unknown[] = value;
    return `[\n${items.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
  }
  return isObject(value) ? block(value, indent) : line;
}

/** Formats an object with one entry per line, also a short one. */
export function block(value: object, indent = ""): string {
  const inner = `${indent}  `;
  const lines = entriesOf(value).map(([key, item]) => `${inner}${key}: ${literal(item, inner, inner.length + key.length + 2)},\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isObject(value)) return typeof value === "string" ? quoted(value) : (JSON.stringify(value) ?? "undefined");
  const entries = entriesOf(value).map(([key, item]) => `${key}: ${inline(item)}`);
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => (item === undefined ? [] : [[keyOf(key), item]]));
}

function keyOf(key: string): string {
  // As a plain key, `__proto__` would set the prototype of the object.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A string literal for generated source. It escapes invisible and bidirectional characters, so that the source shows what it does. */
export function quoted(text: string): string {
  return printableJson(JSON.stringify(text));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
