import { printableJson } from "../../provider/kernel/printable.ts";
import { type Cell, type TableStyle, tableLines } from "../../access/format/text-columns.ts";
import { linesOf } from "../../access/format/finding-lines.ts";
import type { Finding } from "../../access/output/finding.ts";
import type { FleetStack } from "../../sdk/fleet/fleet.ts";
import { failureText, reportText } from "../../sdk/fleet/run/failure-text.ts";
import { mapAtMost } from "../../sdk/fleet/run/map-at-most.ts";
import type { OwnerStack } from "../../sdk/fleet/run/owner-headroom.ts";
import { type StackStatus, statusOf } from "../../sdk/fleet/run/stack-status.ts";
import type { StackOpener } from "../../sdk/fleet/run/stack-workspace.ts";

/** Reads the status of stacks, as many at a time as the fleet runs. A status that cannot be read has the reason. */
export function readStatuses(opener: StackOpener, stacks: readonly FleetStack[]): Promise<readonly StackStatus[]> {
  return mapAtMost(opener.fleet.concurrency.total, stacks, async (stack) => {
    try {
      return await statusOf(opener, stack);
    } catch (error) {
      const { name, account, region } = stack;
      const reason = `its status cannot be read: ${reportText(opener, stack)(failureText(error))}`;
      return { name, account, region, last: undefined, unfinished: [reason], hasShares: undefined };
    }
  });
}

/** The stacks with shares in their state, and those whose state cannot be read. */
export function ownersIn(stacks: readonly FleetStack[], statuses: readonly StackStatus[]): readonly OwnerStack[] {
  const others = new Set(statuses.filter(({ hasShares }) => hasShares === false).map(({ name }) => name));
  return stacks.filter(({ name }) => !others.has(name)).map((stack) => ({ stack, needs: [] }));
}

/** The statuses as a table for a terminal, and the findings about quotas. */
export function toStatusTable(statuses: readonly StackStatus[], headroom: readonly Finding[], style: TableStyle): string {
  const rows = statuses.map(({ name, account, region, last, unfinished }): Cell[] => [
    name,
    account,
    region,
    last === undefined ? "" : `${last.kind} ${last.time.slice(0, 16).replace("T", " ")}`,
    { text: last?.result ?? "", style: last?.result === "succeeded" ? "green" : "red" },
    { text: unfinished.join(", "), style: "yellow" },
  ]);
  const table = tableLines({ titles: ["STACK", "ACCOUNT", "REGION", "LAST", "RESULT", "UNFINISHED"], rows }, style);
  return [...table, ...(headroom.length > 0 ? [""] : []), ...headroom.flatMap((finding) => linesOf(finding, style))].join("\n");
}

/** The statuses as JSON. A version may add members; existing ones keep their meaning. */
export function toStatusJson(fleet: string, statuses: readonly StackStatus[], headroom: readonly Finding[]): string {
  return printableJson(JSON.stringify({ version: 1, fleet, stacks: statuses, headroom }, undefined, 2));
}
