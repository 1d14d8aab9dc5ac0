import { compareText } from "../provider/kernel/json.ts";

const collator = new Intl.Collator("en", { numeric: true });

/** Compares names, ids and sentences as a reader expects them: `team-2` is before `team-10`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || compareText(a, b);
}
