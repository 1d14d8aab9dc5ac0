import type { Access } from "./access.ts";
import { numberOf } from "./diff/counts.ts";
import { type RiskKind, risksOf } from "./diff/review/risks.ts";

/** Counts of accesses and of their distinct targets, resources and shares. */
export interface Summary {
  readonly accesses: number;
  readonly targets: number;
  readonly resources: number;
  readonly shares: number;
  /** Targets outside the resource directory. */
  readonly externalTargets: number;
  /** Targets of which it is not known whether they are outside. */
  readonly possiblyExternalTargets: number;
  /** The ids of whole resource directories. */
  readonly directories: readonly string[];
  /** Services: they are outside every directory. */
  readonly services: number;
  /** Accesses with a permission to change resources. */
  readonly writes: number;
  /** Accesses that no share grants yet. */
  readonly pending: number;
}

export function summaryOf(accesses: readonly Access[]): Summary {
  const risks = new Map(risksOf(accesses).map((risk) => [risk.kind, risk.accesses]));
  const targetsAt = (kind: RiskKind) => [...new Set(risks.get(kind)?.map(({ target }) => target.id))];
  const count = (keys: readonly string[]) => new Set(keys).size;
  return {
    accesses: accesses.length,
    targets: count(accesses.map(({ target }) => target.id)),
    resources: count(accesses.map(({ resource }) => `${resource.type} ${resource.id}`)),
    shares: count(accesses.flatMap(({ shares }) => shares.map(({ id, urn, name }) => id ?? urn ?? name))),
    externalTargets: targetsAt("external").length,
    possiblyExternalTargets: targetsAt("possibly-external").length,
    directories: targetsAt("directory"),
    services: targetsAt("service").length,
    writes: risks.get("write")?.length ?? 0,
    pending: accesses.filter(({ pending }) => pending).length,
  };
}

/** The counts as a sentence. */
export function summaryText({ accesses, targets, resources, shares, pending, ...risks }: Summary): string {
  if (accesses === 0) return "No target has access through shares.";
  return `${[
    `${numberOf(targets, "target")} can use ${numberOf(resources, "resource")} through ${numberOf(shares, "share")}`,
    ...countedRisks(risks),
    ...(pending > 0 ? [`${pending} of ${accesses} still pending`] : []),
  ].join("; ")}.`;
}

/** The risks among counted accesses, one text each. */
export function countedRisks({
  externalTargets,
  possiblyExternalTargets,
  directories,
  services,
  writes,
}: Pick<Summary, "externalTargets" | "possiblyExternalTargets" | "directories" | "services" | "writes">): string[] {
  const noun = directories.length === 1 ? "whole directory" : "whole directories";
  return [
    ...(externalTargets > 0 ? [`${numberOf(externalTargets, "target")} outside the resource directory`] : []),
    ...(possiblyExternalTargets > 0 ? [`${numberOf(possiblyExternalTargets, "target")} possibly outside the resource directory`] : []),
    ...(services > 0 ? [numberOf(services, "service")] : []),
    ...(directories.length > 0 ? [`the ${noun} ${directories.join(", ")}`] : []),
    ...(writes > 0 ? [`${writes} with a write permission`] : []),
  ];
}
