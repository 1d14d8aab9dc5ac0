import type { AccessDiff } from "./access-diff.ts";
import type { Change } from "./changes.ts";
import type { Policies } from "./policies/policy-findings.ts";

/** How many accesses change in which way, and how many changes a reviewer should check. The names are those of the JSON report. */
export interface Counts {
  readonly gained: number;
  readonly lost: number;
  readonly kept: number;
  readonly unknown: number;
  /** Kept accesses that the update interrupts. */
  readonly gaps: number;
  /** Gained accesses with an open invitation. */
  readonly pending: number;
  /** Targets outside the resource directory that gain access. */
  readonly externalTargets: number;
  /** Shares with targets that may be outside the resource directory; the preview does not know them yet. */
  readonly notChecked: number;
  /** Whole resource directories that gain access. */
  readonly directories: number;
  /** Services that gain access: they are outside every directory. */
  readonly services: number;
  /** Violations that stop the update. */
  readonly mandatory: number;
  readonly advisory: number;
  /** Findings that the policy itself has remediated. */
  readonly fixed: number;
}

/** The checks that `--fail-on` accepts. */
export const checks = ["external", "loss", "gap", "any", "unknown", "policy"] as const;
/** One check of `--fail-on`. */
export type Check = (typeof checks)[number];

/** Counts the changes of a diff and the findings of policies. */
export function countsOf({ changes, policies, unknownTargetShares }: AccessDiff): Counts {
  const changed = (kind: Change["change"]) => changes.filter(({ change }) => change === kind);
  const gaining = [...changed("gained"), ...changed("unknown").filter(({ target }) => target.kind !== "Unknown")];
  const targets = (test: (change: Change) => boolean) => new Set(gaining.filter(test).map(({ target }) => target.id)).size;
  const found = (wanted: Policies["findings"][number]["level"]) => policies.findings.filter(({ level }) => level === wanted).length;
  return {
    gained: changed("gained").length,
    lost: changed("lost").length,
    kept: changed("kept").length,
    unknown: changed("unknown").length,
    gaps: changes.filter(({ gap }) => gap).length,
    pending: changed("gained").filter(({ pending }) => pending).length,
    externalTargets: targets(({ target }) => target.external),
    notChecked: unknownTargetShares.length,
    directories: targets(({ target }) => target.kind === "ResourceDirectory"),
    services: targets(({ target }) => target.kind === "Service"),
    mandatory: found("mandatory"),
    advisory: found("advisory"),
    fixed: found("fixed"),
  };
}

/** The counts as one sentence about access, and one about policies when a policy pack was run. */
export function countsText(counts: Counts, policies: Policies): string {
  return [accessText(counts), ...policyText(counts, policies)].join(" ");
}

function accessText({ gained, lost, kept, unknown, gaps, pending, externalTargets, notChecked, directories, services }: Counts): string {
  if (gained + lost + unknown + gaps + notChecked === 0)
    return kept === 0 ? "No access through shares." : `No access changes; ${kept} kept.`;
  const changes = [`${gained} gained`, `${lost} lost`, `${kept} kept`, ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(", ");
  const notes = [
    ...(externalTargets > 0 ? [`${number(externalTargets, "target")} outside the resource directory`] : []),
    ...(notChecked > 0 ? [unknownTargetsText(notChecked)] : []),
    ...(directories > 0 ? [number(directories, "whole directory", "whole directories")] : []),
    ...(services > 0 ? [number(services, "service")] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
  return `${changes}${notes.length > 0 ? `; ${notes.join(", ")}` : ""}.`;
}

function policyText(counts: Counts, { packs, isRefused }: Policies): string[] {
  const levels = levelsText(counts, ["mandatory", "advisory", "fixed"]);
  if (levels !== "") return [`Policies: ${levels}.`];
  if (isRefused) return ["Policies: the preview was stopped."];
  return packs.length > 0 ? ["Policies: nothing found."] : [];
}

/** The counts of the levels, as `1 mandatory, 2 advisory`; levels without findings are left out. */
export function levelsText(counts: Pick<Counts, "mandatory" | "advisory" | "fixed">, levels: readonly (keyof typeof counts)[]): string {
  return levels.flatMap((level) => (counts[level] > 0 ? [`${counts[level]} ${level}`] : [])).join(", ");
}

/**
 * Returns the checks of `--fail-on` that fail, each with its reason.
 *
 * @param asked The checks to make.
 * @example
 * failedChecks(["loss", "gap"], diff) // ["loss: 2 lost"]
 */
export function failedChecks(asked: readonly Check[], diff: AccessDiff): string[] {
  const { gained, lost, unknown, gaps, externalTargets, notChecked, services, mandatory } = countsOf(diff);
  const outside = [
    ...(externalTargets > 0 ? [`${number(externalTargets, "target")} outside the resource directory`] : []),
    ...(services > 0 ? [number(services, "service")] : []),
  ];
  const reasons: Readonly<Record<Check, string | undefined>> = {
    external: [
      ...(outside.length > 0 ? [`${outside.join(", ")} would gain access`] : []),
      ...(notChecked > 0 ? [`${unknownTargetsText(notChecked)}, which may be outside the resource directory`] : []),
    ].join("; "),
    loss: lost > 0 ? `${lost} lost` : undefined,
    gap: gaps > 0 ? `${gaps} with a gap` : undefined,
    any: gained + lost + unknown + gaps > 0 ? "access changes" : undefined,
    unknown: unknown > 0 || diff.isIncomplete ? "not everything is known" : undefined,
    policy: mandatory > 0 ? number(mandatory, "mandatory violation") : diff.policies.isRefused ? "the preview was stopped" : undefined,
  };
  return asked.flatMap((check) => ((reasons[check] ?? "") === "" ? [] : [`${check}: ${reasons[check]}`]));
}

function unknownTargetsText(count: number): string {
  return `${number(count, "share")} with targets that are not known yet`;
}

function number(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
