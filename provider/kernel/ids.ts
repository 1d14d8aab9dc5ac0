import { createHash } from "node:crypto";

/** A short, stable name for a text: the first `length` hexadecimal digits of its SHA-256. */
export function digest(text: string, length = 16): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/** The lists of `size` that `items` split into, in order; the last may be shorter. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The entry of `known` that is closest to what was typed, when it is close enough to be meant. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const far = Math.max(2, typed.length / 3);
  const ranked = known
    // As many letters at least have to be added or removed: of what is far longer, nothing needs to be compared.
    .filter((name) => Math.abs(name.length - typed.length) <= far)
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= far ? best.name : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
