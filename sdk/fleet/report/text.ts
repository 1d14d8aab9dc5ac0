import { toChangeTable, toFindingTable } from "../../../access/format/change-table.ts";
import { type Cell, type TableStyle, tableLines } from "../../../access/format/text-columns.ts";
import { linesOf } from "../../../access/format/finding-lines.ts";
import { withoutUnchanged } from "../../../access/shown-access.ts";
import type { FleetResult, StackResult } from "../run/results.ts";
import { type FailureCause, failureCauses } from "./failure-causes.ts";
import { detailOf, findingsOf, resourcesText, statusTexts } from "./summary.ts";

const statusStyles = {
  succeeded: "green",
  failed: "red",
  unknown: "yellow",
  interrupted: "yellow",
  skipped: "yellow",
  "not-started": "dim",
} as const;

/** The result as tables for a terminal: the stacks, failures by cause, what changes in access, what policies found, and quotas. */
export function toFleetTables(result: FleetResult, style: TableStyle): string {
  const { stacks, access } = result;
  const findings = findingsOf(result);
  const moving = withoutUnchanged(access.changes);
  const causes = failureCauses(stacks);
  return [
    stackTable(stacks, style),
    ...(causes.length > 0 ? [causeTable(causes, style)] : []),
    ...(moving.length > 0 ? [toChangeTable(moving, style)] : []),
    ...(access.policies.findings.length > 0 ? [toFindingTable(access.policies, style)] : []),
    ...(findings.length > 0 ? [findings.flatMap((finding) => linesOf(finding, style)).join("\n")] : []),
  ].join("\n\n");
}

function stackTable(stacks: readonly StackResult[], style: TableStyle): string {
  const rows = stacks.map((stack): Cell[] => [
    stack.name,
    stack.account,
    stack.region,
    { text: statusTexts[stack.status], style: statusStyles[stack.status] },
    stack.seconds > 0 ? `${stack.seconds} s` : "",
    // The failures follow by cause.
    stack.status === "failed" ? resourcesText(stack.resources) : detailOf(stack),
  ]);
  return tableLines({ titles: ["STACK", "ACCOUNT", "REGION", "STATUS", "TIME", "RESOURCES"], rows }, style).join("\n");
}

function causeTable(causes: readonly FailureCause[], style: TableStyle): string {
  const rows = causes.map(({ cause, stacks: names }) => [String(names.length), names.join(", "), cause]);
  return tableLines({ titles: ["FAILED", "STACKS", "CAUSE"], rows }, style).join("\n");
}
