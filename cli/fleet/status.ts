import { InputError } from "../../provider/kernel/errors.ts";
import { printableJson } from "../../provider/kernel/printable.ts";
import { type Cell, type TableStyle, tableLines } from "../../access/format/text-columns.ts";
import { linesOf } from "../../access/format/finding-lines.ts";
import type { Finding } from "../../access/output/finding.ts";
import type { FleetStack } from "../../sdk/fleet/fleet.ts";
import { groupedByCause } from "../../sdk/fleet/report/failure-causes.ts";
import { failureText, reportRedactor } from "../../sdk/fleet/run/failure-text.ts";
import { mapAtMost } from "../../sdk/fleet/run/map-at-most.ts";
import type { OwnerStack } from "../../sdk/fleet/run/owner-headroom.ts";
import { type StackStatus, statusOf } from "../../sdk/fleet/run/stack-status.ts";
import type { StackOpener } from "../../sdk/fleet/run/stack-workspace.ts";

/**
 * Reads the status of stacks, as many at a time as the fleet runs. A status that cannot be read has the reason.
 *
 * @throws InputError when no status can be read, and all for one cause, such as a missing login.
 */
export async function readStatuses(opener: StackOpener, stacks: readonly FleetStack[]): Promise<readonly StackStatus[]> {
  const { concurrency, name: fleet } = opener.fleet;
  const all = await mapAtMost(concurrency.total, stacks, async (stack) => {
    const { name, account, region } = stack;
    try {
      return { name, status: await statusOf(opener, stack) };
    } catch (error) {
      const reason = reportRedactor(opener, stack)(failureText(error));
      const unfinished = [`its status cannot be read: ${reason}`];
      return { name, status: { name, account, region, last: undefined, unfinished, hasShares: undefined }, reason };
    }
  });
  const unread = all.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }]));
  const [first, ...others] = groupedByCause(unread);
  if (first !== undefined && others.length === 0 && unread.length === stacks.length)
    throw InputError.of(`fleet ${fleet}`, `no stack can be read: ${first.cause}`);
  return all.map(({ status }) => status);
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
