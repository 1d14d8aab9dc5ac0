/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON with sorted keys: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareText(a, b))) : inner,
  );
}

/** Whether two values are equal as JSON, in any order of keys; an absent member equals `undefined`. */
export function sameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The value of a JSON text; `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Where a text stops being JSON, as "line 1, column 17"; `undefined` when the text is JSON.
 * The parser's own message quotes the text, which may be a secret.
 */
export function jsonErrorPlace(text: string): string | undefined {
  if (parseJson(text) !== undefined) return undefined;
  // A binary search for the longest beginning that can be continued to JSON: every shorter beginning can be continued, too.
  let [valid, invalid] = [0, text.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isBeginning(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  const before = text.slice(0, valid).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Whether a text is the beginning of an object or a list in JSON, or its last line is one in a file of one JSON value on each line. */
export function isCutOff(text: string): boolean {
  if (parseJson(text) !== undefined) return false;
  const ends = [text, text.trimEnd().split("\n").at(-1) ?? ""];
  return ends.some((end) => /^\s*[[{]/.test(end) && parseJson(end) === undefined && isBeginning(end));
}

/** Whether a text can be continued to JSON: the parser then reports an error at the end of the text, and not at a character in it. */
function isBeginning(text: string): boolean {
  // The parser reports an unfinished literal at its first character.
  const whole = text.replace(/(?<!\w)(?:t|tr|tru|f|fa|fal|fals|n|nu|nul)$/, "null");
  try {
    JSON.parse(whole);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /at position (\d+)/.exec(message)?.[1];
    return /^Unexpected end|^Unterminated string/.test(message) || (position !== undefined && Number(position) >= whole.length);
  }
}

/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list; its items are `unknown`, where `Array.isArray` makes them `any`. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns a value that is a text, and `undefined` for any other. */
export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The items of a list; none where the value is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts in a list; none where the value is no list. */
export function textsIn(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === "string");
}

/** Returns an object without its members that are `null` or `undefined`; nested ones stay. */
export function presentMembers<Values extends object>(values: Values): Values {
  // Object.fromEntries loses the type. A member that is left out may be absent in the type as well.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isAbsent(value))) as Values;
}

/**
 * Removes members that are `null` or `undefined`, at any depth and in lists too: both mean "absent".
 * @param inLists what takes the place of an absent entry of a list; by default the entry is removed
 */
export function withoutAbsentMembers(record: object, inLists: readonly unknown[] = [], levels = deepest): Record<string, unknown> {
  const members = Object.entries(presentMembers(record));
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutAbsent(inner, inLists, levels - 1)]));
}

/** The maximum depth of the traversal; deeper values stay unchanged, and validation rejects them elsewhere. */
export const deepest = 200;

function withoutAbsent(value: unknown, inLists: readonly unknown[], levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => (isAbsent(item) ? inLists : [withoutAbsent(item, inLists, levels - 1)]));
  }
  return isPlain(value) ? withoutAbsentMembers(value, inLists, levels) : value;
}

/** Whether a value is `null` or `undefined`. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Whether a value is a plain record. The members of class instances must stay unchanged. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Compares texts by code units: the same order in every locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
