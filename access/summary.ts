import type { Access } from "./access.ts";
import { shareKey } from "./share-snapshot.ts";
import { numberOf } from "./diff/counts.ts";
import { riskNotes, risksOf } from "./diff/review/risks.ts";

/**
 * Counts of accesses, of their distinct targets, resources and shares, and of risks; of whole directories, the ids.
 *
 * @param allowed Patterns of targets that may be outside the directory.
 */
export function summaryOf(accesses: readonly Access[], allowed: readonly string[] = []) {
  const risks = new Map(risksOf(accesses, allowed).map((risk) => [risk.kind, risk]));
  const count = (keys: readonly string[]) => new Set(keys).size;
  return {
    accesses: accesses.length,
    targets: count(accesses.map(({ target }) => target.id)),
    resources: count(accesses.map(({ resource }) => `${resource.type} ${resource.id}`)),
    shares: count(accesses.flatMap(({ shares }) => shares.map(shareKey))),
    externalTargets: risks.get("external")?.count ?? 0,
    possiblyExternalTargets: risks.get("possibly-external")?.count ?? 0,
    directories: [...new Set(risks.get("directory")?.accesses.map(({ target }) => target.id))],
    services: risks.get("service")?.count ?? 0,
    writes: risks.get("write")?.count ?? 0,
    pending: accesses.filter(({ pending }) => pending).length,
  };
}

/** The counts as a sentence; `allowed` as in {@link summaryOf}. */
export function summaryText(accesses: readonly Access[], allowed: readonly string[] = []): string {
  const { targets, resources, shares, pending } = summaryOf(accesses);
  if (accesses.length === 0) return "No target has access through shares.";
  return `${[
    `${numberOf(targets, "target")} can use ${numberOf(resources, "resource")} through ${numberOf(shares, "share")}`,
    ...riskNotes(risksOf(accesses, allowed)),
    ...(pending > 0 ? [`${pending} of ${accesses.length} still pending`] : []),
  ].join("; ")}.`;
}
