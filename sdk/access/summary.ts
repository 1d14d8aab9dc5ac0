import type { Access } from "./access.ts";

/** Counts of accesses and of their distinct targets, resources and shares. */
export interface Summary {
  readonly accesses: number;
  readonly targets: number;
  readonly resources: number;
  readonly shares: number;
  /** Targets outside the resource directory. */
  readonly externalTargets: number;
  /** Accesses that no share grants yet. */
  readonly pending: number;
}

/** Counts accesses. */
export function summaryOf(accesses: readonly Access[]): Summary {
  const count = (keys: readonly string[]) => new Set(keys).size;
  return {
    accesses: accesses.length,
    targets: count(accesses.map(({ target }) => target.id)),
    resources: count(accesses.map(({ resource }) => `${resource.type} ${resource.id}`)),
    shares: count(accesses.flatMap(({ shares }) => shares.map(({ id, urn, name }) => id ?? urn ?? name))),
    externalTargets: count(accesses.filter(({ target }) => target.external).map(({ target }) => target.id)),
    pending: accesses.filter(({ pending }) => pending).length,
  };
}

/** The counts as a sentence. */
export function summaryText({ accesses, targets, resources, shares, externalTargets, pending }: Summary): string {
  if (accesses === 0) return "No target has access through shares.";
  const what = `${number(targets, "target")} can use ${number(resources, "resource")} through ${number(shares, "share")}`;
  const outside = externalTargets > 0 ? `; ${number(externalTargets, "target")} outside the resource directory` : "";
  const open = pending > 0 ? `; ${pending} of ${accesses} still pending` : "";
  return `${what}${outside}${open}.`;
}

function number(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
