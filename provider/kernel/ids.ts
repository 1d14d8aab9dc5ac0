import { createHash } from "node:crypto";

/** A short, stable digest of a text: the first `length` hexadecimal digits of its SHA-256. */
export function digest(text: string, length = 16): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/** Splits a list into chunks of `size`, in order; the last chunk may be shorter. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * The entry of `known` with the smallest edit distance to the input; `undefined` when none is close.
 *
 * @param far the largest distance that is close
 */
export function nearest(typed: string, known: readonly string[], far = Math.max(2, typed.length / 3)): string | undefined {
  const lower = typed.toLowerCase();
  const ranked = known
    // The edit distance is at least the difference in length, so this skips expensive comparisons.
    .filter((name) => Math.abs(name.length - typed.length) <= far)
    // A short name can be close without a common letter.
    .filter((name) => [...name.toLowerCase()].some((letter) => lower.includes(letter)))
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= far ? best.name : undefined;
}

/** The only entry of `known` that begins as the input, and has all its words; `undefined` for an input that is too short to mean one. */
function onlyLonger(typed: string, known: readonly string[]): string | undefined {
  const words = wordsOf(typed).map((word) => word.toLowerCase());
  const isMeant = (name: string) => name.startsWith(words[0] ?? "") && hasInOrder(name, words);
  const longer = known.filter((name) => words.join("").length >= 3 && isMeant(name.toLowerCase()));
  return longer.length === 1 ? longer[0] : undefined;
}

/** The name that a misspelt or shortened one probably means. */
function meantName(typed: string, known: readonly string[]): string | undefined {
  return nearest(typed, known) ?? onlyLonger(typed, known);
}

function hasInOrder(name: string, words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const at = name.indexOf(word, from);
    from = at + word.length;
    return at >= 0;
  });
}

function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+|(?=[A-Z])/);
}

/** The entry of `known` that a longer name ends with, as `shareId` with `id` and `alicloud_vswitch` with `VSwitch`. */
export function endOf(typed: string, known: readonly string[]): string | undefined {
  const words = wordsOf(typed).slice(-5);
  const ends = words.map((_, index) => words.slice(index).join("").toLowerCase());
  return known.find((name) => ends.includes(name.toLowerCase()));
}

/**
 * The end of a message about an unknown name: `; did you mean X?` with the nearest known one, or else with the only one that begins as it, and has its words,
 * or with one that it ends with; nothing when there is none.
 *
 * @param written returns the name as the message writes it
 */
export function didYouMean(typed: string, known: readonly string[], written: (name: string) => string = (name) => name): string {
  const meant = meantName(typed, known) ?? endOf(typed, known);
  return meant === undefined ? "" : `; did you mean ${written(meant)}?`;
}

/** The end of a message about an unknown name in code, with the nearest known one in backticks. */
export function didYouMeanCode(typed: string, known: readonly string[]): string {
  return didYouMean(typed, known, (name) => `\`${name}\``);
}

/** The end of a message about an unknown argument: the nearest known one, or else all. */
export function nearestArgument(typed: string, known: readonly string[]): string {
  const all = known.map((name) => `\`${name}\``).join(", ");
  // An argument that ends like another one is not that one misspelt.
  const meant = meantName(typed, known);
  if (meant !== undefined) return `; did you mean \`${meant}\`?`;
  return all === "" ? "; there are none" : `; the arguments are ${all}`;
}

/** The edit distance, where two neighbours that are swapped count half: they are the likeliest mistake. */
function editDistance(a: string, b: string): number {
  const [letters, others] = [[...a], [...b]];
  let before: readonly number[] = [];
  let row = Array.from({ length: others.length + 1 }, (_, index) => index);
  for (const [i, letter] of letters.entries()) {
    const next = [i + 1];
    for (const [j, other] of others.entries()) {
      const isSwapped = letter === others[j - 1] && other === letters[i - 1];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 0.5 : Infinity;
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1), swapped));
    }
    before = row;
    row = next;
  }
  return row[others.length] ?? 0;
}
