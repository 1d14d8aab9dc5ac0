import type { AccessDiff } from "./access-diff.ts";
import type { Policies } from "./policies/policy-findings.ts";

type Change = AccessDiff["changes"][number];

/** How many accesses change in which way, and how many changes a reviewer should check. */
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
  readonly unjudged: number;
  /** Whole resource directories that gain access. */
  readonly directories: number;
  /** Services that gain access: they are outside every directory. */
  readonly services: number;
  /** Violations that stop the update. */
  readonly mandatory: number;
  readonly advisory: number;
  /** Findings that the policy itself has remediated. */
  readonly mended: number;
}

/** The conditions that `--fail-on` accepts. */
export const gates = ["external", "loss", "gap", "any", "unknown", "policy"] as const;
/** One condition of `--fail-on`. */
export type Gate = (typeof gates)[number];

/** Counts the changes of a diff and the findings of policies. */
export function tallyOf({ changes, policies, unjudged = [] }: Pick<AccessDiff, "changes" | "policies" | "unjudged">): Counts {
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
    unjudged: unjudged.length,
    directories: targets(({ target }) => target.kind === "ResourceDirectory"),
    services: targets(({ target }) => target.kind === "Service"),
    mandatory: found("mandatory"),
    advisory: found("advisory"),
    mended: found("mended"),
  };
}

/** The counts as one sentence about access, and one about policies when a policy pack was run. */
export function tallyText(tally: Counts, policies: Policies): string {
  return [accessText(tally), ...policyText(tally, policies)].join(" ");
}

function accessText({ gained, lost, kept, unknown, gaps, pending, externalTargets, unjudged, directories, services }: Counts): string {
  if (gained + lost + unknown + gaps + unjudged === 0) return kept === 0 ? "No access through shares." : `No access changes; ${kept} kept.`;
  const counts = [`${gained} gained`, `${lost} lost`, `${kept} kept`, ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(", ");
  const notes = [
    ...(externalTargets > 0 ? [`${number(externalTargets, "target")} outside the resource directory`] : []),
    ...(unjudged > 0 ? [unjudgedText(unjudged)] : []),
    ...(directories > 0 ? [number(directories, "whole directory", "whole directories")] : []),
    ...(services > 0 ? [number(services, "service")] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
  return `${counts}${notes.length > 0 ? `; ${notes.join(", ")}` : ""}.`;
}

function policyText(tally: Counts, { packs, isRefused }: Policies): string[] {
  const counts = countsOf(tally, ["mandatory", "advisory", "mended"]);
  if (counts !== "") return [`Policies: ${counts}.`];
  if (isRefused) return ["Policies: the preview was stopped."];
  return packs.length > 0 ? ["Policies: nothing found."] : [];
}

/** The counts of the levels, as `1 mandatory, 2 advisory`; levels without findings are left out. */
export function countsOf(tally: Pick<Counts, "mandatory" | "advisory" | "mended">, levels: readonly (keyof typeof tally)[]): string {
  return levels.flatMap((level) => (tally[level] > 0 ? [`${tally[level]} ${level}`] : [])).join(", ");
}

/**
 * Returns the conditions of `--fail-on` that are met, each with its reason.
 *
 * @param asked The conditions to check.
 * @param tally The counts of the diff.
 * @param preview `isIncomplete`: the preview does not show all resources. `isRefused`: the engine stopped it.
 */
export function closedGates(
  asked: readonly Gate[],
  tally: Counts,
  { isIncomplete, isRefused }: { readonly isIncomplete: boolean; readonly isRefused: boolean },
): string[] {
  const { gained, lost, unknown, gaps, externalTargets, unjudged, services, mandatory } = tally;
  const outside = [
    ...(externalTargets > 0 ? [`${number(externalTargets, "target")} outside the resource directory`] : []),
    ...(services > 0 ? [number(services, "service")] : []),
  ];
  const reasons: Readonly<Record<Gate, string | undefined>> = {
    external: [
      ...(outside.length > 0 ? [`${outside.join(", ")} would gain access`] : []),
      ...(unjudged > 0 ? [`${unjudgedText(unjudged)}, which may be outside the resource directory`] : []),
    ].join("; "),
    loss: lost > 0 ? `${lost} lost` : undefined,
    gap: gaps > 0 ? `${gaps} with a gap` : undefined,
    any: gained + lost + unknown + gaps > 0 ? "access changes" : undefined,
    unknown: unknown > 0 || isIncomplete ? "not everything is known" : undefined,
    policy: mandatory > 0 ? number(mandatory, "mandatory violation") : isRefused ? "the preview was stopped" : undefined,
  };
  return asked.flatMap((gate) => ((reasons[gate] ?? "") === "" ? [] : [`${gate}: ${reasons[gate]}`]));
}

function unjudgedText(count: number): string {
  return `${number(count, "share")} with targets that are not known yet`;
}

function number(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
