import type { Need } from "./need.ts";
import { publishedQuotas, type QuotaName, quotaNames, type Quotas, total } from "./quotas.ts";
import type { Usage } from "./usage.ts";

/** One quota of an account beside what is used and what updates need. */
export interface Headroom {
  readonly quota: QuotaName;
  readonly used: number;
  /** What the updates add. */
  readonly added: number;
  /** What the updates remove, after they have added. */
  readonly removed: number;
  /** The quota; `undefined` when it is not known. */
  readonly limit: number | undefined;
  /** Whether the updates need more than the quota, or only meanwhile, as they add before they remove. */
  readonly exceeded?: "always" | "meanwhile";
}

/**
 * Compares the quotas of an account with what it uses and what updates need.
 *
 * @param usages What the account uses in each region.
 * @param needs What the updates need in this account.
 * @example
 * headroomOf([await readUsage(client)], needsOf([preview]), publishedQuotas)
 * // [{ quota: "shares", used: 998, added: 5, removed: 0, limit: 1000, exceeded: "always" }, …]
 */
export function headroomOf(usages: readonly Usage[], needs: readonly Need[], quotas: Quotas): Headroom[] {
  return quotaNames.map((quota) => {
    const added = total(needs.map(({ changes }) => changes[quota].added));
    const removed = total(needs.map(({ changes }) => changes[quota].removed));
    const parts = { used: total(usages.map((usage) => usage[quota])), added, removed, limit: quotas[quota] };
    const exceeded = excessOf(quota, parts);
    return { quota, ...parts, ...(exceeded === undefined ? {} : { exceeded }) };
  });
}

function excessOf(quota: QuotaName, { used, added, removed, limit }: Omit<Headroom, "quota">): Headroom["exceeded"] {
  // An account that uses more than the published quota must have a higher one.
  if (limit === undefined || added === 0 || (limit === publishedQuotas[quota] && used > limit)) return undefined;
  if (used + added - removed > limit) return "always";
  return used + added > limit ? "meanwhile" : undefined;
}
