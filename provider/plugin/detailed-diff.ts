import { isRecord, sameJson } from "../kernel/json.ts";
import { isUnknown } from "../lifecycle/diff.ts";
import type { Values } from "../lifecycle/resource.ts";

/** How one part of a property changes. */
export type Change = "add" | "delete" | "update";

/**
 * Returns the changes of an argument between a state and a program by property path, for the engine's display.
 * Lists are sets: an element that is only in the state is deleted, and one that is only in the program is added, whatever its position.
 */
export function detailedDiff(name: string, before: unknown, after: unknown): Map<string, Change> {
  return changesOf(member("", name), before, after);
}

function changesOf(path: string, before: unknown, after: unknown): Map<string, Change> {
  const parts = partsOf(path, before, after);
  // Where no part shows the difference, as for an element that is listed twice, the whole property changes.
  return parts.size > 0 ? parts : new Map([[path, wholeChange(before, after)]]);
}

function partsOf(path: string, before: unknown, after: unknown): Map<string, Change> {
  if (Array.isArray(before) && Array.isArray(after)) return changesOfSets(path, before, after);
  if (isRecord(before) && isRecord(after)) return changesOfMaps(path, before, after);
  return new Map();
}

function wholeChange(before: unknown, after: unknown): Change {
  if (before === undefined) return "add";
  return after === undefined ? "delete" : "update";
}

function changesOfMaps(path: string, before: Values, after: Values): Map<string, Change> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => isUnknown(after[name]) || !sameJson(before[name], after[name]));
  return new Map(differing.map((name) => [member(path, name), wholeChange(before[name], after[name])]));
}

function changesOfSets(path: string, before: readonly unknown[], after: readonly unknown[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  const isIn = (list: readonly unknown[], item: unknown) => !isUnknown(item) && list.some((other) => sameJson(other, item));
  for (const [index, item] of before.entries()) if (!isIn(after, item)) changes.set(`${path}[${index}]`, "delete");
  for (const [index, item] of after.entries()) {
    const place = `${path}[${index}]`;
    // One place can show one change only.
    if (!isIn(before, item)) changes.set(place, changes.has(place) ? "update" : "add");
  }
  return changes;
}

function member(path: string, name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return path === "" ? name : `${path}.${name}`;
  return `${path}[${JSON.stringify(name)}]`;
}
