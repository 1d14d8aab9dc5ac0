import { isList, isRecord } from "./json.ts";

/**
 * A path into a value, as programs write it.
 *
 * @example
 * pathText(["targets", 0, "id"]) // "targets[0].id"
 */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((step, index) => stepText(step, index === 0)).join("");
}

function stepText(step: PropertyKey, isFirst: boolean): string {
  if (typeof step === "number") return `[${step}]`;
  if (step === "") return `[""]`;
  return isFirst ? String(step) : `.${String(step)}`;
}

/** The argument that the text of a path begins with. */
export function argumentOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** The argument that the text of a path begins with, and the index of the entry where it is a list: `targets[0]` of `targets[0].id`. */
export function entryOf(path: string): string {
  return /^[^.[]*(\[\d+\])?/.exec(path)?.[0] ?? path;
}

/** The value at a path; `undefined` when the path leads through something that is neither a list nor an object. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (isList(value)) return value[Number(step)];
    return isRecord(value) ? value[String(step)] : undefined;
  }, root);
}
