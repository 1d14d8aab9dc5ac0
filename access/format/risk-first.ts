import type { ShownAccess } from "../diff/changes.ts";
import { risksOf } from "../diff/review/risks.ts";

/**
 * The order of accesses in every format: what a reviewer should check comes first, in the order of `riskKinds`. The rest, and accesses of
 * the same risk, keep their order.
 */
export function riskFirst<Item extends ShownAccess>(accesses: readonly Item[]): readonly Item[] {
  return [...new Set([...risksOf(accesses).flatMap((risk) => risk.accesses), ...accesses])];
}
