import { numberOf } from "../../../access/diff/counts.ts";
import { type Finding, warning } from "../../../access/output/finding.ts";
import { type FleetResult, type ResourceCounts, type StackResult, type Status, statuses } from "../run/results.ts";

/** The words for each status. */
export const statusTexts: Readonly<Record<Status, string>> = {
  succeeded: "succeeded",
  failed: "failed",
  unknown: "not known",
  interrupted: "interrupted",
  skipped: "skipped",
  "not-started": "not started",
};

/** How many stacks ended in which way, as `2 succeeded, 1 failed`. */
export function statusCounts(stacks: readonly Pick<StackResult, "status">[]): string {
  return statuses
    .map((status) => ({ status, count: stacks.filter((stack) => stack.status === status).length }))
    .flatMap(({ status, count }) => (count > 0 ? [`${count} ${statusTexts[status]}`] : []))
    .join(", ");
}

/** The result in one sentence. */
export function fleetSummaryText({ fleet, operation, shard, stacks, headroom }: FleetResult): string {
  const part = shard === undefined ? "" : `, shard ${shard}`;
  const problems = headroom.filter(({ level }) => level === "problem").length;
  const others = problems === 0 ? "" : `; ${numberOf(problems, "problem")} with accounts or quotas`;
  return `${operation} of ${numberOf(stacks.length, "stack")} of ${fleet}${part}: ${statusCounts(stacks) || "nothing to do"}${others}.`;
}

/** What changed in a stack, or why nothing did. */
export function detailOf({ status, resources, reasons, because }: StackResult): string {
  if (reasons.length > 0) return reasons.join("; ");
  if (status === "skipped") return `because of ${because.join(", ")}`;
  if (status === "unknown") return `${because.join(", ")} ${because.length === 1 ? "is" : "are"} not deployed: run fleet up`;
  return status === "not-started" ? "" : resourcesText(resources) || "no change";
}

/** What stacks warn of, and the findings about quotas. */
export function findingsOf({ stacks, headroom }: FleetResult): readonly Finding[] {
  return [...stacks.flatMap(({ name, warnings }) => warnings.map((message) => warning(name, message))), ...headroom];
}

/** How many resources changed, as `2 create, 1 delete`; empty without a change. */
export function resourcesText(resources: ResourceCounts): string {
  const changed = Object.entries(resources).filter(([operation, count]) => operation !== "same" && count > 0);
  return changed.map(([operation, count]) => `${count} ${operation}`).join(", ");
}
