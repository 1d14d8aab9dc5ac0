import type { Change } from "../diff/changes.ts";
import { type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { riskFirst } from "../diff/review/risks.ts";
import { bySection, type Section, sectionOf } from "../shown-access.ts";
import { type Column, groupTable, permissionColumn, sharesText, type TableOptions } from "./table.ts";
import { type Cell, type Style, type TableStyle, tableLines } from "./text-columns.ts";

const signs: Readonly<Record<Section, readonly [text: string, style: Style]>> = {
  gained: ["+ gained", "green"],
  lost: ["- lost", "red"],
  changed: ["~ changed", "yellow"],
  gap: ["  kept", "red"],
  "in force": ["~ in force", "green"],
  "pending again": ["~ pending", "yellow"],
  unknown: ["? unknown", "yellow"],
  kept: ["  kept", "dim"],
};
const levelStyles = { mandatory: "red", advisory: "yellow", fixed: "green" } as const;

/** The changes as a table for a terminal: what to check comes first, kept accesses last. */
export function toChangeTable(changes: readonly Change[], options: TableOptions): string {
  const hasStacks = changes.some(({ stack }) => stack !== undefined);
  const stack: readonly Column<Change>[] = hasStacks ? [["STACK", (change) => change.stack ?? ""]] : [];
  return groupTable(riskFirst(bySection(changes)), options, {
    before: [...stack, ["CHANGE", changeCell]],
    after: [permissionColumn, ["SHARES", sharesText]],
  });
}

/** What happens to an access, as `+ gained pending` or `kept gap`. */
function changeCell(change: Change): Cell {
  const section = sectionOf(change);
  const [sign, style] = signs[section];
  // Of what is lost, only a refreshed state shows whether it was pending.
  const isPending = change.pending && section !== "pending again" && section !== "lost";
  const text = [sign, ...(isPending ? ["pending"] : []), ...(change.gap ? ["gap"] : [])].join(" ");
  return { text, style: change.gap ? "red" : style };
}

/** The findings of policies for a terminal, one per line; mandatory violations come first. */
export function toFindingTable({ findings }: Policies, style: TableStyle): string {
  const hasStacks = findings.some(({ stack }) => stack !== undefined);
  const rows = findings.map(({ level, policy, urn, message, stack = "" }): Cell[] => [
    ...(hasStacks ? [stack] : []),
    { text: level, style: levelStyles[level] },
    policy,
    resourceName(urn),
    message,
  ]);
  const titles = [...(hasStacks ? ["STACK"] : []), "LEVEL", "POLICY", "RESOURCE", "FINDING"];
  return tableLines({ titles, rows }, style).join("\n");
}
