import { type Change, forceOf, inSections } from "../diff/changes.ts";
import { type Policies, resourceName } from "../diff/policies/policy-findings.ts";
import { type AccessGroup, groupsOf } from "./groups.ts";
import { joinedNamesOf, namesOf, sharesText, type Styled, styles, type TableOptions, titleCells } from "./table.ts";
import { columns, type Cell, fits, type TableStyle } from "./text-columns.ts";

const signs = { gained: "+ gained", lost: "- lost", kept: "  kept", unknown: "? unknown" } as const;
const changeStyles = { gained: "green", lost: "red", kept: "dim", unknown: "yellow" } as const;
const levelStyles = { mandatory: "red", advisory: "yellow", fixed: "green" } as const;

/** The changes for a terminal, one line for a group of accesses; kept accesses come last. On a narrow terminal, cells that belong together are one. */
export function toChangeTable(changes: readonly Change[], options: TableOptions): string {
  const { colours, width, isExpanded = false } = options;
  const styled = styles(colours);
  const sorted = inSections(changes).flatMap(([, some]) => some);
  const groups = groupsOf(sorted, isExpanded);
  const hasStacks = changes.some(({ stack }) => stack !== undefined);
  const stackOf = ({ first }: AccessGroup<Change>): Cell[] => (hasStacks ? [{ text: first.stack ?? "" }] : []);
  const names = ["CHANGE", "TARGET", "KIND", "RESOURCE", "TYPE", "PERMISSION", "NOTE", "SHARES"];
  const wide = [
    titleCells(hasStacks ? ["STACK", ...names] : names, styled),
    ...groups.map((group) => {
      const { target, kind, resource, type } = namesOf(group, options);
      const note = { text: notesOf(group.first).join(", "), style: group.first.gap ? styled("red") : undefined };
      const last = [{ text: group.first.permission }, note, { text: sharesText(group.first) }];
      return [...stackOf(group), changeCell(group.first, styled), target, kind, resource, type, ...last];
    }),
  ];
  if (fits(wide, width)) return columns(wide).join("\n");
  const narrow = [
    titleCells([...(hasStacks ? ["STACK"] : []), "CHANGE", "TARGET", "RESOURCE", "PERMISSION", "SHARES"], styled),
    ...groups.map((group) => {
      const { first } = group;
      const { target, resource } = joinedNamesOf(group, options);
      const { text, style } = changeCell(first, styled);
      const change = { text: [text, ...notesOf(first)].join(" "), style };
      return [...stackOf(group), change, target, resource, { text: first.permission }, { text: sharesText(first) }];
    }),
  ];
  return columns(narrow, width).join("\n");
}

function changeCell(access: Change, styled: Styled): Cell {
  const force = forceOf(access);
  if (force !== undefined) return { text: `~ ${force}`, style: styled(force === "in force" ? "green" : "yellow") };
  return { text: signs[access.change], style: styled(changeStyles[access.change]) };
}

function notesOf(access: Change): string[] {
  const isPending = access.pending && forceOf(access) === undefined;
  return [...(isPending ? ["pending"] : []), ...(access.gap ? ["gap"] : [])];
}

/** The findings of policies for a terminal, one per line; mandatory violations come first. */
export function toFindingTable({ findings }: Policies, { colours, width }: TableStyle): string {
  const styled = styles(colours);
  const rows = findings.map(({ level, policy, urn, message }): Cell[] => [
    { text: level, style: styled(levelStyles[level]) },
    { text: policy },
    { text: resourceName(urn) },
    { text: message },
  ]);
  return columns([titleCells(["LEVEL", "POLICY", "RESOURCE", "FINDING"], styled), ...rows], width).join("\n");
}
