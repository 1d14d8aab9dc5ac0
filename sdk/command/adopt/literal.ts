import { printableJson } from "../../../provider/kernel/printable.ts";

const widest = 100;

/** A value as TypeScript, beginning at `column`: on one line where it fits, else an entry a line. What is undefined is left out. */
export function literal(value: unknown, indent = "", column = indent.length): string {
  const line = inline(value);
  if (column + line.length < widest) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return `[\n${items.map((item) => `${inner}${literal(item, inner)},\n`).join("")}${indent}]`;
  }
  if (isObject(value)) {
    const lines = entriesOf(value).map(([key, item]) => `${inner}${key}: ${literal(item, inner, inner.length + key.length + 2)},\n`);
    return `{\n${lines.join("")}${indent}}`;
  }
  return line;
}

/** An object with an entry a line, however short. */
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
  // Written plainly, this one key would set what the object inherits from.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A text in generated source: every character of it can be seen, and the source reads the way it runs. */
export function quoted(text: string): string {
  return printableJson(JSON.stringify(text));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
