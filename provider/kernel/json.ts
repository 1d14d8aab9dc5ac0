export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON with its keys sorted, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b))) : inner,
  );
}

/** Whether two values are the same as JSON, whatever the order of their keys; absent equals `undefined`. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The value of a JSON text, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The record without what is `null` or `undefined` in it, at any depth and in lists too: both mean that nothing is there. */
export function withoutAbsentMembers(record: object, levels = DEEPEST): Record<string, unknown> {
  const present = Object.entries(record).filter(([, inner]) => !isAbsent(inner));
  return Object.fromEntries(present.map(([name, inner]) => [name, withoutAbsent(inner, levels - 1)]));
}

/** How deep values are followed down: what is nested deeper stays as it is, and is refused elsewhere. */
const DEEPEST = 200;

function withoutAbsent(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.flatMap((item: unknown) => (isAbsent(item) ? [] : [withoutAbsent(item, levels - 1)]));
  return isPlain(value) ? withoutAbsentMembers(value, levels) : value;
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is a record and no object of a class, whose members are its own business. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The order of code units: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
