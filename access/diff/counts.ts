import { z } from "zod";
import { matches } from "../../provider/kernel/wildcard.ts";
import type { AccessDiff } from "./access-diff.ts";
import { type Change, forceOf } from "./changes.ts";
import type { Policies } from "./policies/policy-findings.ts";
import { isWritePermission } from "../write-permission.ts";

const count = z.int().min(0);

/** How many accesses change in which way, and how many changes a reviewer should check: the summary of the JSON report. */
export const CountsShape = z.object({
  gained: count,
  lost: count,
  kept: count,
  unknown: count,
  gaps: count.describe("Accesses that the update interrupts"),
  pending: count.describe("Gained accesses with an open invitation"),
  nowInForce: count.describe("Kept accesses that were pending and are in force now; only `access --since` knows them"),
  nowPending: count.describe("Kept accesses that were in force and are pending now; only `access --since` knows them"),
  externalTargets: count.describe("Targets outside the resource directory that gain access, without allowed ones"),
  possiblyExternalTargets: count.describe(
    "Targets that gain access and of which it is not known whether they are outside, without allowed ones",
  ),
  notChecked: count.describe("Shares that grant access to targets that are not known yet and may be outside the resource directory"),
  directories: count.describe("Whole resource directories that gain access"),
  services: count.describe("Services that gain access, without allowed ones: they are outside every directory"),
  writes: count.describe("Accesses that are gained with a permission to change resources, as far as the name of the permission shows that"),
  mandatory: count.describe("Violations of policies that stop the update"),
  advisory: count.describe("Findings of policies that do not stop the update"),
  fixed: count.describe("Findings that the policy itself has remediated"),
});
export type Counts = Readonly<z.infer<typeof CountsShape>>;

/** Counts the changes of a diff and the findings of policies. */
export function countsOf({ changes, policies, unknownTargetShares, allowedExternal = [] }: AccessDiff): Counts {
  const changed = (kind: Change["change"]) => changes.filter(({ change }) => change === kind);
  const gaining = [...changed("gained"), ...changed("unknown").filter(({ target }) => target.kind !== "Unknown")];
  const targets = (test: (change: Change) => boolean) => new Set(gaining.filter(test).map(({ target }) => target.id)).size;
  const isAllowed = ({ id }: Change["target"]) => matches(allowedExternal, id);
  const found = (wanted: Policies["findings"][number]["level"]) => policies.findings.filter(({ level }) => level === wanted).length;
  return {
    gained: changed("gained").length,
    lost: changed("lost").length,
    kept: changed("kept").length,
    unknown: changed("unknown").length,
    gaps: changes.filter(({ gap }) => gap).length,
    pending: changed("gained").filter(({ pending }) => pending).length,
    nowInForce: changes.filter((change) => forceOf(change) === "in force").length,
    nowPending: changes.filter((change) => forceOf(change) === "pending").length,
    externalTargets: targets(({ target }) => target.external === true && !isAllowed(target)),
    possiblyExternalTargets: targets(({ target }) => target.external === null && !isAllowed(target)),
    notChecked: unknownTargetShares.length,
    directories: targets(({ target }) => target.kind === "ResourceDirectory"),
    services: targets(({ target }) => target.kind === "Service" && !isAllowed(target)),
    writes: changed("gained").filter(({ permission }) => isWritePermission(permission)).length,
    mandatory: found("mandatory"),
    advisory: found("advisory"),
    fixed: found("fixed"),
  };
}

/** The counts as one sentence about access, and one about policies when a policy pack was run. */
export function countsText(counts: Counts, diff: Pick<AccessDiff, "policies" | "isIncomplete">): string {
  return [accessText(counts, diff.isIncomplete), ...policyCountsText(counts, diff.policies)].join(" ");
}

function accessText(counts: Counts, isIncomplete: boolean): string {
  const changes = changesText(counts, isIncomplete);
  if (isUnchanged(counts)) return `${changes}.`;
  const notes = notesOf(counts);
  return `${changes}${notes.length > 0 ? `; ${notes.join(", ")}` : ""}.`;
}

function isUnchanged({ gained, lost, unknown, gaps, notChecked, nowInForce, nowPending }: Counts): boolean {
  return gained + lost + unknown + gaps + notChecked + nowInForce + nowPending === 0;
}

/**
 * How many accesses change, in words.
 *
 * @param isIncomplete Whether there may be accesses that are not counted.
 */
export function changesText(counts: Counts, isIncomplete = false): string {
  const { gained, lost, kept, unknown, nowInForce, nowPending } = counts;
  if (isUnchanged(counts) && kept === 0) return isIncomplete ? "Not all access through shares is known" : "No access through shares";
  if (isUnchanged(counts)) return `No access changes; ${kept} kept`;
  const turned = [...(nowInForce > 0 ? [`${nowInForce} now in force`] : []), ...(nowPending > 0 ? [`${nowPending} pending again`] : [])];
  const keptText = turned.length > 0 ? `${kept} kept (${turned.join(", ")})` : `${kept} kept`;
  return [`${gained} gained`, `${lost} lost`, keptText, ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(", ");
}

/** What a reviewer should check, in words: the most important first. */
export function notesOf(counts: Counts): string[] {
  const { externalTargets, possiblyExternalTargets, notChecked, directories, services, writes, gaps, pending } = counts;
  return [
    ...(externalTargets > 0 ? [`${numberOf(externalTargets, "target")} outside the resource directory`] : []),
    ...(possiblyExternalTargets > 0 ? [`${numberOf(possiblyExternalTargets, "target")} possibly outside the resource directory`] : []),
    ...(notChecked > 0 ? [unknownTargetsText(notChecked)] : []),
    ...(directories > 0 ? [numberOf(directories, "whole directory", "whole directories")] : []),
    ...(services > 0 ? [numberOf(services, "service")] : []),
    ...(writes > 0 ? [`${writes} with a write permission`] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
}

/** What the policies found, in words. */
export function policyCountsText(counts: Counts, { packs, isRefused }: Policies): readonly string[] {
  const levels = levelsText(counts, ["mandatory", "advisory", "fixed"]);
  if (levels !== "") return [`Policies: ${levels}.`];
  if (isRefused) return ["Policies: the preview was stopped."];
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

/** A count with its noun, as `2 targets`. */
export function numberOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The first texts of a list, and the number of the others, as `a, b, 3 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return [...texts.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
