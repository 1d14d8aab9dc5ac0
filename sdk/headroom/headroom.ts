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
  /**
   * - `fits`: the quota is enough, also while the updates run.
   * - `exceeded`: the quota is not enough.
   * - `exceeded meanwhile`: it is enough afterwards, but the updates add before they remove.
   * - `unknown`: no quota is known, or the account uses more than the published one, so that it must have a higher one.
   */
  readonly result: "fits" | "exceeded" | "exceeded meanwhile" | "unknown";
}

/**
 * Compares the quotas of an account with what it uses and what updates need.
 *
 * @param usages What the account uses in each region.
 * @param needs What the updates need in this account.
 * @example
 * headroomOf([await readUsage(client)], needsOf([preview]), publishedQuotas)
 * // [{ quota: "shares", used: 998, added: 5, removed: 0, limit: 1000, result: "exceeded" }, …]
 */
export function headroomOf(usages: readonly Usage[], needs: readonly Need[], quotas: Quotas): Headroom[] {
  return quotaNames.map((quota) => {
    const added = total(needs.map(({ changes }) => changes[quota].added));
    const removed = total(needs.map(({ changes }) => changes[quota].removed));
    const parts = { used: total(usages.map((usage) => usage[quota])), added, removed, limit: quotas[quota] };
    const isBeyondPublished = parts.limit === publishedQuotas[quota] && parts.used > (parts.limit ?? 0);
    return { quota, ...parts, result: isBeyondPublished ? "unknown" : resultOf(parts) };
  });
}

function resultOf({ used, added, removed, limit }: Pick<Headroom, "used" | "added" | "removed" | "limit">): Headroom["result"] {
  if (limit === undefined) return "unknown";
  if (added > 0 && used + added - removed > limit) return "exceeded";
  return added > 0 && used + added > limit ? "exceeded meanwhile" : "fits";
}
