import { styleText } from "node:util";
import type { Access } from "../access.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { risksOf } from "../diff/review/risks.ts";
import type { Resource, Target } from "../share-snapshot.ts";
import { type AccessGroup, groupsOf, shortList } from "./groups.ts";
import { accountsText } from "./owners.ts";
import { riskFirst } from "./risk-first.ts";
import { describedName, kindOf, riskOf } from "./target-kind.ts";
import { columns, type Cell, fits, type TableStyle } from "./text-columns.ts";

/** The style of a cell on a terminal; `undefined` without colours. */
export type Styled = (style: Parameters<typeof styleText>[0]) => Cell["style"];

/** What a table shows. */
export interface TableOptions extends TableStyle {
  /** Whether each access is a line of its own. */
  readonly isExpanded?: boolean;
}

/** The accesses as a table for a terminal, one line for a group of accesses. On a narrow terminal, cells that belong together are one. */
export function toTable(accesses: readonly Access[], options: TableOptions): string {
  const styled = styles(options.colours);
  const ordered = riskFirst(accesses);
  const groups = groupsOf(ordered, options.isExpanded);
  const ownerOf = accountsText(ordered);
  const last = ({ first }: AccessGroup<Access>): Cell[] => [
    { text: first.permission },
    stateOf(first, styled),
    { text: sharesText(first) },
    ...(ownerOf === undefined ? [] : [{ text: ownerOf(first) }]),
  ];
  const lastNames = ["PERMISSION", "STATE", "SHARES", ...(ownerOf === undefined ? [] : ["OWNER"])];
  const wide = [
    titleCells(["TARGET", "KIND", "RESOURCE", "TYPE", ...lastNames], styled),
    ...groups.map((group) => {
      const { target, kind, resource, type } = namesOf(group, options);
      return [target, kind, resource, type, ...last(group)];
    }),
  ];
  if (fits(wide, options.width)) return columns(wide).join("\n");
  const narrow = [
    titleCells(["TARGET", "RESOURCE", ...lastNames], styled),
    ...groups.map((group) => {
      const { target, resource } = joinedNamesOf(group, options);
      return [target, resource, ...last(group)];
    }),
  ];
  return columns(narrow, options.width).join("\n");
}

function stateOf({ pending }: Access, styled: Styled): Cell {
  return pending ? { text: "pending", style: styled("dim") } : { text: "in force", style: styled("green") };
}

/** The most characters of ids in a cell on a terminal, and on a narrow one. */
const longestList = { wide: 36, narrow: 16 };

/** The cells that name the targets and resources of a group. */
export function namesOf(group: AccessGroup<ShownAccess>, options: TableOptions) {
  const { target, resource } = idsOf(group, options, longestList.wide);
  const kind = { text: kindOf(group.first.target, group.targets.length), style: target.style };
  return { target, kind, resource, type: { text: group.first.resource.type } };
}

/** {@link namesOf} for a narrow terminal: one cell for targets and their kind, and one for resources and their type. */
export function joinedNamesOf(group: AccessGroup<ShownAccess>, options: TableOptions) {
  const { target, resource } = idsOf(group, options, longestList.narrow);
  const kind = kindOf(group.first.target, group.targets.length);
  return {
    target: { text: `${target.text} (${kind})`, style: target.style },
    resource: { text: `${group.first.resource.type} ${resource.text}` },
  };
}

/** The ids of a group. Without a terminal no id is left out, and none of a target to check in any case. */
function idsOf({ first, targets, resources }: AccessGroup<ShownAccess>, { colours, width }: TableOptions, longest: number) {
  const isToCheck = risksOf([first]).length > 0;
  const list = (items: readonly (Target | Resource)[], limit: number) =>
    shortList(items.map(describedName), width === undefined ? Infinity : limit);
  return {
    target: {
      text: list(targets, isToCheck ? Infinity : longest),
      style: riskOf(first.target) === undefined ? undefined : styles(colours)("yellow"),
    },
    resource: { text: list(resources, longest) },
  };
}

/** The styles of a table; none without colours. */
export function styles(colours: boolean): Styled {
  return (style) => (colours ? (text: string) => styleText(style, text, { validateStream: false }) : undefined);
}

/** The first line of a table. */
export function titleCells(names: readonly string[], styled: Styled): Cell[] {
  return names.map((text) => ({ text, style: styled("bold") }));
}

/** The shares of an access, as `network (rs-1), more (rs-2)`. */
export function sharesText({ shares }: Pick<Access, "shares">): string {
  return shares.map(({ name, id }) => (id === undefined || id === name ? name : `${name} (${id})`)).join(", ");
}
