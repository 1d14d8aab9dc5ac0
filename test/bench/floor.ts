// The floor: the fewest calls and seconds that the service's rules leave. docs/benchmarks.md describes each term.
import type { Floor, Term } from "./types.ts";

/** Operations as they are declared. */
export type Operations = Readonly<Record<string, { readonly limit?: { readonly calls: number; readonly windowMs: number } | undefined }>>;

/** What one call takes at most. */
export const ENTITIES_A_CALL = 5;
export const SHARES_A_PAGE = 5;
export const RECORDS_A_PAGE = 100;
export const TAGGED_A_CALL = 20;

/**
 * The calls are the sum of the terms. The seconds are those of the slowest operation, whose first window of calls needs no waiting, and one transition;
 * or those of the transitions that the engine makes wait for each other, where they take longer.
 * Limits count for each region by itself, so that each region's part of the calls goes at the full pace.
 */
export function floorOf(
  terms: readonly Term[],
  {
    transitionMs,
    waves,
    operations,
    regions = 1,
  }: { readonly transitionMs: number; readonly waves: number; readonly operations: Operations; readonly regions?: number },
): Floor {
  const kept = terms.filter(({ calls }) => calls > 0);
  const byOperation = Map.groupBy(kept, ({ operation }) => operation);
  const paces = [...byOperation].map(([operation, parts]) => paceOf(operation, operations[operation]?.limit, total(parts), regions));
  const slowest = paces.toSorted((a, b) => b.seconds - a.seconds)[0] ?? { operation: "", calls: 0, perSecond: 0, seconds: 0 };
  const transition = transitionMs / 1000;
  const inTurn = waves * transition;
  const limited = slowest.seconds + (waves > 0 ? transition : 0);
  const limits = `${slowest.calls} ${slowest.operation} at ${slowest.perSecond}/s${regions > 1 ? ` in each of ${regions} regions` : ""}`;
  return {
    calls: total(kept),
    terms: kept,
    seconds: Math.max(limited, inTurn),
    secondsTerms:
      inTurn > limited
        ? `${waves} transitions of ${transition} s in turn`
        : waves > 0
          ? `${limits}, one transition of ${transition} s`
          : limits,
  };
}

/** How many pages show these shares: five shares to a list, a hundred records to a page of it. */
export function pagesOf(shares: number, recordsEach: number) {
  return chunks(
    Array.from({ length: shares }, () => recordsEach),
    SHARES_A_PAGE,
  )
    .map((list) => Math.ceil(list.reduce((sum, records) => sum + records, 0) / RECORDS_A_PAGE))
    .reduce((sum, pages) => sum + pages, 0);
}

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** What is in flight together, one after the other: as many as the engine lets. */
export function overWaves<T>(items: readonly T[], inFlight: number, callsOf: (wave: T[]) => number) {
  return chunks(items, inFlight).reduce((sum, wave) => sum + callsOf(wave), 0);
}

function paceOf(operation: string, limit: Operations[string]["limit"], calls: number, regions: number) {
  if (limit === undefined) throw new Error(`no limit is declared for ${operation}`);
  const seconds = ((Math.ceil(calls / regions / limit.calls) - 1) * limit.windowMs) / 1000;
  return { operation, calls, perSecond: (limit.calls * 1000) / limit.windowMs, seconds };
}

function total(terms: readonly Term[]) {
  return terms.reduce((sum, { calls }) => sum + calls, 0);
}
