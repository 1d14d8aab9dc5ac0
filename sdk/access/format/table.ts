import { styleText } from "node:util";
import type { Access } from "../access.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { type AccessGroup, groupsOf, shortList } from "./groups.ts";
import { kindOf } from "./target-kind.ts";
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
  const groups = groupsOf(accesses, options.isExpanded);
  const wide = [
    titleCells(["TARGET", "KIND", "RESOURCE", "TYPE", "PERMISSION", "STATE", "SHARES"], styled),
    ...groups.map((group) => {
      const { target, kind, resource, type } = namesOf(group, styled);
      return [
        target,
        kind,
        resource,
        type,
        { text: group.first.permission },
        stateOf(group.first, styled),
        { text: sharesText(group.first) },
      ];
    }),
  ];
  if (fits(wide, options.width)) return columns(wide).join("\n");
  const narrow = [
    titleCells(["TARGET", "RESOURCE", "PERMISSION", "STATE", "SHARES"], styled),
    ...groups.map((group) => {
      const { target, resource } = joinedNamesOf(group, styled);
      return [target, resource, { text: group.first.permission }, stateOf(group.first, styled), { text: sharesText(group.first) }];
    }),
  ];
  return columns(narrow, options.width).join("\n");
}

function stateOf({ pending }: Access, styled: Styled): Cell {
  return pending ? { text: "pending", style: styled("dim") } : { text: "in force", style: styled("green") };
}

/** The cells that name the targets and resources of a group. */
export function namesOf({ first: { target, resource }, targets, resources }: AccessGroup<ShownAccess>, styled: Styled) {
  const style = target.external === false && target.kind !== "ResourceDirectory" ? undefined : styled("yellow");
  return {
    target: { text: shortList(targets.map(({ id }) => id)), style },
    kind: { text: kindOf(target, targets.length), style },
    resource: { text: shortList(resources.map(({ id }) => id)) },
    type: { text: resource.type },
  };
}

/** {@link namesOf} for a narrow terminal: one cell for targets and their kind, and one for resources and their type. */
export function joinedNamesOf({ first: { target, resource }, targets, resources }: AccessGroup<ShownAccess>, styled: Styled) {
  const style = target.external === false && target.kind !== "ResourceDirectory" ? undefined : styled("yellow");
  const ids = (items: readonly { readonly id: string }[]) =>
    shortList(
      items.map(({ id }) => id),
      narrowList,
    );
  return {
    target: { text: `${ids(targets)} (${kindOf(target, targets.length)})`, style },
    resource: { text: `${resource.type} ${ids(resources)}` },
  };
}

/** The most characters of ids in a cell on a narrow terminal. */
const narrowList = 16;

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
