import { z } from "zod";
import { type Section, sectionOf } from "../shown-access.ts";
import type { AccessDiff } from "./access-diff.ts";
import type { Policies } from "./policies/policy-findings.ts";
import { type RiskKind, riskKinds, riskNotes, risksOf } from "./review/risks.ts";

const count = z.int().min(0);

/** How many accesses change in which way, and how many changes a reviewer should check: the summary of the JSON report. */
export const CountsShape = z.object({
  gained: count,
  lost: count,
  changed: count.describe("Accesses with another permission or property than before"),
  kept: count,
  unknown: count,
  gaps: count.describe("Accesses that the update interrupts"),
  pending: count.describe("Gained and changed accesses with an open invitation"),
  nowInForce: count.describe("Kept accesses that were pending and come into force"),
  nowPending: count.describe("Kept accesses that were in force and are pending now; only `access --since` knows them"),
  externalTargets: count.describe("Targets outside the resource directory that gain access, without allowed ones"),
  possiblyExternalTargets: count.describe(
    "Targets that gain access and of which it is not known whether they are outside, without allowed ones",
  ),
  notChecked: count.describe("Shares that grant access to targets that are not known yet and may be outside the resource directory"),
  directories: count.describe("Whole resource directories that gain access"),
  services: count.describe("Services that gain access, without allowed ones: they are outside every directory"),
  writes: count.describe(
    "Accesses that are or may be gained with a permission to change resources, as far as the name of the permission shows that",
  ),
  mandatory: count.describe("Violations of policies that stop the update"),
  advisory: count.describe("Findings of policies that do not stop the update"),
  fixed: count.describe("Findings that the policy itself has remediated"),
  isIncomplete: z.boolean().describe("Whether there is access that is not known"),
});
export type Counts = Readonly<z.infer<typeof CountsShape>>;

/** Counts the changes of a diff and the findings of policies. */
export function countsOf({ changes, policies, unknownTargetShares, allowedExternal, isIncomplete }: AccessDiff): Counts {
  const changed = (...sections: readonly Section[]) => changes.filter((change) => sections.includes(sectionOf(change)));
  const risks = new Map(risksOf(changes, allowedExternal).map((risk) => [risk.kind, risk.count]));
  const found = (wanted: Policies["findings"][number]["level"]) => policies.findings.filter(({ level }) => level === wanted).length;
  return {
    gained: changed("gained").length,
    lost: changed("lost").length,
    changed: changed("changed").length,
    kept: changes.filter(({ change }) => change === "kept").length,
    unknown: changed("unknown").length,
    gaps: risks.get("gap") ?? 0,
    pending: changed("gained", "changed").filter(({ pending }) => pending).length,
    nowInForce: changed("in force").length,
    nowPending: changed("pending again").length,
    externalTargets: risks.get("external") ?? 0,
    possiblyExternalTargets: risks.get("possibly-external") ?? 0,
    notChecked: unknownTargetShares.length,
    directories: risks.get("directory") ?? 0,
    services: risks.get("service") ?? 0,
    writes: risks.get("write") ?? 0,
    mandatory: found("mandatory"),
    advisory: found("advisory"),
    fixed: found("fixed"),
    isIncomplete,
  };
}

/** The counts as one sentence about access, and one about policies when a policy pack was run. */
export function countsText(counts: Counts, policies: Policies): string {
  return [accessText(counts), ...policyCountsText(counts, policies)].join(" ");
}

/** How many accesses change, and what a reviewer should check, as a sentence. */
export function accessText(counts: Counts): string {
  // What is lost is among the changes.
  const kinds = riskKinds.filter((kind) => kind !== "loss");
  const notes = [...notesOf(counts, kinds), ...(counts.pending > 0 ? [`${counts.pending} pending`] : [])];
  return `${changesText(counts)}${notes.length > 0 ? `; ${notes.join(", ")}` : ""}.`;
}

/** How many accesses change, in words. */
export function changesText({
  gained,
  lost,
  changed,
  kept,
  unknown,
  gaps,
  notChecked,
  nowInForce,
  nowPending,
  isIncomplete,
}: Counts): string {
  if (gained + lost + changed + unknown + gaps + notChecked + nowInForce + nowPending === 0) {
    if (kept > 0) return `No access changes; ${kept} kept`;
    return isIncomplete ? "Not all access through shares is known" : "No access through shares";
  }
  const turned = [...(nowInForce > 0 ? [`${nowInForce} now in force`] : []), ...(nowPending > 0 ? [`${nowPending} pending again`] : [])];
  const keptText = turned.length > 0 ? `${kept} kept (${turned.join(", ")})` : `${kept} kept`;
  return [
    `${gained} gained`,
    `${lost} lost`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    keptText,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ].join(", ");
}

/**
 * What a reviewer should check, in words: the most important first.
 *
 * @param kinds The risks to name.
 */
export function notesOf(counts: Counts, kinds: readonly RiskKind[] = riskKinds): string[] {
  const risks = kinds.map((kind) => ({ kind, count: counts[countOfRisk[kind]] }));
  return [...riskNotes(risks), ...(counts.notChecked > 0 ? [unknownTargetsText(counts.notChecked)] : [])];
}

const countOfRisk = {
  external: "externalTargets",
  "possibly-external": "possiblyExternalTargets",
  service: "services",
  directory: "directories",
  write: "writes",
  gap: "gaps",
  loss: "lost",
} as const satisfies Record<RiskKind, keyof Counts>;

/** What the policies found, in words. */
export function policyCountsText(counts: Counts, { packs, refused }: Policies): readonly string[] {
  const levels = levelsText(counts, ["mandatory", "advisory", "fixed"]);
  if (levels !== "") return [`Policies: ${levels}.`];
  if (refused) return ["Policies: the preview was stopped."];
  return packs.length > 0 ? ["Policies: nothing found."] : [];
}

/** The counts of the levels, as `1 mandatory, 2 advisory`; levels without findings are left out. */
export function levelsText(counts: Pick<Counts, "mandatory" | "advisory" | "fixed">, levels: readonly (keyof typeof counts)[]): string {
  return levels.flatMap((level) => (counts[level] > 0 ? [`${counts[level]} ${level}`] : [])).join(", ");
}

/** Shares with targets that are not known yet, as words. */
export function unknownTargetsText(count: number): string {
  return `${numberOf(count, "share")} with targets that are not known yet`;
}

const numbers = new Intl.NumberFormat("en-US");

/** A count with its noun, as `2 targets`. */
export function numberOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${numbers.format(count)} ${count === 1 ? noun : plural}`;
}
