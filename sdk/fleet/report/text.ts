import { movingOf } from "../../../access/diff/changes.ts";
import { toChangeTable, toFindingTable } from "../../../access/format/change-table.ts";
import { type Styled, styles, titleCells } from "../../../access/format/table.ts";
import { type Cell, columns, type TableStyle } from "../../../access/format/text-columns.ts";
import { linesOf } from "../../../access/format/finding-lines.ts";
import type { FleetResult, StackResult, Status } from "../run/results.ts";
import { type FailureCause, failureCauses } from "./failure-causes.ts";
import { detailOf, statusTexts } from "./summary.ts";

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
  const { stacks, access, headroom } = result;
  const moving = movingOf(access.changes);
  const causes = failureCauses(stacks);
  return [
    stackTable(stacks, style),
    ...(causes.length > 0 ? [causeTable(causes, style)] : []),
    ...(moving.length > 0 ? [toChangeTable(moving, style)] : []),
    ...(access.policies.findings.length > 0 ? [toFindingTable(access.policies, style)] : []),
    ...(headroom.length > 0 ? [headroom.flatMap((finding) => linesOf(finding, style)).join("\n")] : []),
  ].join("\n\n");
}

function stackTable(stacks: readonly StackResult[], { colours, width }: TableStyle): string {
  const styled = styles(colours);
  const rows = stacks.map((stack): Cell[] => [
    { text: stack.name },
    { text: stack.account },
    { text: stack.region },
    statusCell(stack.status, styled),
    { text: stack.seconds > 0 ? `${stack.seconds} s` : "" },
    // The failures follow by cause.
    { text: stack.status === "failed" ? "" : detailOf(stack) },
  ]);
  return columns([titleCells(["STACK", "ACCOUNT", "REGION", "STATUS", "TIME", "RESOURCES"], styled), ...rows], width).join("\n");
}

/** A status with its colour. */
export function statusCell(status: Status, styled: Styled): Cell {
  return { text: statusTexts[status], style: styled(statusStyles[status]) };
}

function causeTable(causes: readonly FailureCause[], { colours, width }: TableStyle): string {
  const rows = causes.map(({ cause, stacks: names }): Cell[] => [
    { text: String(names.length) },
    { text: names.join(", ") },
    { text: cause },
  ]);
  return columns([titleCells(["FAILED", "STACKS", "CAUSE"], styles(colours)), ...rows], width).join("\n");
}
