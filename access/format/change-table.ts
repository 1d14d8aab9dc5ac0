import { type Change, forceOf, inSections } from "../diff/changes.ts";
import { type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { type Column, groupTable, sharesText, type TableOptions } from "./table.ts";
import { type Cell, type TableStyle, tableLines } from "./text-columns.ts";

const signs = { gained: "+ gained", lost: "- lost", kept: "  kept", unknown: "? unknown" } as const;
const changeStyles = { gained: "green", lost: "red", kept: "dim", unknown: "yellow" } as const;
const levelStyles = { mandatory: "red", advisory: "yellow", fixed: "green" } as const;

/** The changes as a table for a terminal; kept accesses come last. */
export function toChangeTable(changes: readonly Change[], options: TableOptions): string {
  const hasStacks = changes.some(({ stack }) => stack !== undefined);
  const stack: readonly Column<Change>[] = hasStacks ? [["STACK", (change) => change.stack ?? ""]] : [];
  const permission: Column<Change> = ["PERMISSION", (change) => change.permission];
  const shares: Column<Change> = ["SHARES", sharesText];
  const sorted = inSections(changes).flatMap(([, some]) => some);
  return groupTable(sorted, options, { before: [...stack, ["CHANGE", changeCell]], after: [permission, shares] });
}

/** What happens to an access, as `+ gained pending` or `kept gap`. */
function changeCell(change: Change): Cell {
  const force = forceOf(change);
  const text = [force === undefined ? signs[change.change] : `~ ${force}`, ...notesOf(change)].join(" ");
  if (force !== undefined) return { text, style: force === "in force" ? "green" : "yellow" };
  return { text, style: change.gap ? "red" : changeStyles[change.change] };
}

function notesOf(change: Change): string[] {
  const isPending = change.pending && forceOf(change) === undefined;
  return [...(isPending ? ["pending"] : []), ...(change.gap ? ["gap"] : [])];
}

/** The findings of policies for a terminal, one per line; mandatory violations come first. */
export function toFindingTable({ findings }: Policies, style: TableStyle): string {
  const rows = findings.map(({ level, policy, urn, message }): Cell[] => [
    { text: level, style: levelStyles[level] },
    policy,
    resourceName(urn),
    message,
  ]);
  return tableLines({ titles: ["LEVEL", "POLICY", "RESOURCE", "FINDING"], rows }, style).join("\n");
}
