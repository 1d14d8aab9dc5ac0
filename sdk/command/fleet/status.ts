import { messageOf } from "../../../provider/kernel/errors.ts";
import { printableJson } from "../../../provider/kernel/printable.ts";
import { styles, titleCells } from "../../access/format/table.ts";
import { type Cell, columns, type TableStyle } from "../../access/format/text-columns.ts";
import { type Finding, linesOf } from "../doctor/finding.ts";
import type { FleetStack } from "../../fleet/fleet.ts";
import type { OwnerStack } from "../../fleet/run/owner-headroom.ts";
import { runPlan } from "../../fleet/run/run-plan.ts";
import { type StackStatus, statusOf } from "../../fleet/run/stack-status.ts";
import type { StackOpener } from "../../fleet/run/stack-workspace.ts";

/** Reads the status of stacks, as many at a time as the fleet runs. A status that cannot be read says so. */
export async function readStatuses(
  opener: StackOpener,
  stacks: readonly FleetStack[],
  stopping: AbortSignal,
): Promise<readonly StackStatus[]> {
  const read = new Map<string, StackStatus>();
  await runPlan(
    stacks.map((stack) => ({ stack, after: [] })),
    {
      concurrency: { ...opener.fleet.concurrency, perAccountAndRegion: opener.fleet.concurrency.total },
      stopping,
      run: async (stack) => {
        const { name, account, region } = stack;
        const problem = (error: unknown) => `its status cannot be read: ${messageOf(error)}`;
        read.set(
          name,
          await statusOf(opener, stack).catch((error: unknown) => ({
            name,
            account,
            region,
            last: undefined,
            unfinished: [problem(error)],
            hasShares: undefined,
          })),
        );
        return true;
      },
      skip: () => {},
      leave: () => {},
    },
  );
  return stacks.flatMap(({ name }) => read.get(name) ?? []);
}

/** The stacks with shares in their state, and for an account without any those whose state cannot be read. */
export function ownersIn(stacks: readonly FleetStack[], statuses: readonly StackStatus[]): readonly OwnerStack[] {
  const statusByName = new Map(statuses.map((status) => [status.name, status]));
  const hasShares = ({ name }: FleetStack) => statusByName.get(name)?.hasShares;
  const owners = new Set(stacks.filter(hasShares).map(({ account }) => account));
  return stacks.filter((stack) => hasShares(stack) ?? !owners.has(stack.account)).map((stack) => ({ stack, needs: [] }));
}

/** The statuses as a table for a terminal, and the findings about quotas. */
export function toStatusTable(statuses: readonly StackStatus[], headroom: readonly Finding[], { colours, width }: TableStyle): string {
  const styled = styles(colours);
  const rows = statuses.map(({ name, account, region, last, unfinished }): Cell[] => [
    { text: name },
    { text: account },
    { text: region },
    { text: last === undefined ? "" : `${last.kind} ${last.time.slice(0, 16).replace("T", " ")}` },
    { text: last?.result ?? "", style: styled(last?.result === "succeeded" ? "green" : "red") },
    { text: unfinished.join(", "), style: styled("yellow") },
  ]);
  const table = columns([titleCells(["STACK", "ACCOUNT", "REGION", "LAST", "RESULT", "UNFINISHED"], styled), ...rows], width);
  return [...table, ...(headroom.length > 0 ? [""] : []), ...headroom.flatMap((finding) => linesOf(finding, colours))].join("\n");
}

/** The statuses as JSON. A version may add members; existing ones keep their meaning. */
export function toStatusJson(fleet: string, statuses: readonly StackStatus[], headroom: readonly Finding[]): string {
  return printableJson(JSON.stringify({ version: 1, fleet, stacks: statuses, headroom }, undefined, 2));
}
