import type { Access } from "../access.ts";
import { permissionText } from "../permission-text.ts";
import type { ShownAccess } from "../shown-access.ts";
import { isWritePermission, riskFirst, risksOf } from "../diff/review/risks.ts";
import type { Resource, Target } from "../share-snapshot.ts";
import { type AccessGroup, groupsOf, shortList } from "./groups.ts";
import { accountsText } from "./owners.ts";
import { describedName, kindOf, targetRiskOf } from "./target-kind.ts";
import { type Cell, type Style, type TableStyle, tableLines } from "./text-columns.ts";

/** What a table shows. */
export interface TableOptions extends TableStyle {
  /** Whether each access is a line of its own. */
  readonly isExpanded?: boolean;
}

/** A column of a table of accesses: its title, and its cell for an access. */
export type Column<Shown> = readonly [title: string, cellOf: (shown: Shown) => Cell];

/** The columns before and after those that name the targets and resources. */
export interface OwnColumns<Item> {
  readonly before: readonly Column<Item>[];
  readonly after: readonly Column<Item>[];
}

/** The permission, in yellow where it lets targets change resources. */
export const permissionColumn: Column<ShownAccess> = [
  "PERMISSION",
  (access) => ({ text: permissionText(access), style: isWritePermission(access.permission) ? "yellow" : undefined }),
];

/** The accesses as a table for a terminal. */
export function toTable(accesses: readonly Access[], options: TableOptions): string {
  const ordered = riskFirst(accesses);
  const ownerOf = accountsText(ordered);
  const after: Column<Access>[] = [
    permissionColumn,
    ["STATE", ({ pending }) => (pending ? { text: "pending", style: "yellow" } : { text: "in force", style: "green" })],
    ["SHARES", sharesText],
    ...(ownerOf === undefined ? [] : [["OWNER", ownerOf] as const]),
  ];
  return groupTable(ordered, options, { before: [], after });
}

/** A table with one line for a group of accesses. */
export function groupTable<Item extends ShownAccess>(
  accesses: readonly Item[],
  options: TableOptions,
  { before, after }: OwnColumns<Item>,
): string {
  const ofGroup = ([title, cellOf]: Column<Item>): Column<AccessGroup<Item>> => [title, ({ first }) => cellOf(first)];
  const columns = [...before.map(ofGroup), ...nameColumns(options), ...after.map(ofGroup)];
  const groups = groupsOf(accesses, options.isExpanded);
  const rows = groups.map((group) => columns.map(([, cellOf]) => cellOf(group)));
  const isShortened = groups.some((group) =>
    [group.targets, group.resources].some((items) => idsOf(items, group, options) !== idsOf(items)),
  );
  return [
    ...tableLines({ titles: columns.map(([title]) => title), rows }, options),
    ...(isShortened ? ["Some ids are left out: --expand groups lists each access."] : []),
  ].join("\n");
}

/** The maximum length of the ids in a cell on a terminal, in characters. */
const maxIdsLength = 36;

/** The ids of a group's targets or resources. On a terminal, some are left out where nothing is risky. */
function idsOf(items: readonly (Target | Resource)[], group?: AccessGroup<ShownAccess>, { width }: Partial<TableOptions> = {}): string {
  const isWhole = group === undefined || width === undefined || risksOf([group.first]).length > 0;
  return shortList(items.map(describedName), isWhole ? Infinity : maxIdsLength);
}

/** The columns that name the targets and resources. */
function nameColumns(options: TableOptions): readonly Column<AccessGroup<ShownAccess>>[] {
  return [
    [
      "TARGET",
      (group) => ({
        text: `${idsOf(group.targets, group, options)} (${kindOf(group.first.target, group.targets.length)})`,
        style: riskStyleOf(group.first.target),
      }),
    ],
    ["RESOURCE", (group) => `${group.first.resource.type} ${idsOf(group.resources, group, options)}`],
  ];
}

/** The style of a target: red outside the resource directory, and yellow for another risk. */
function riskStyleOf(target: Target): Style | undefined {
  const risk = targetRiskOf(target);
  return risk && (risk === "outside" ? "red" : "yellow");
}

/** The shares of an access, as `network (rs-1), more (rs-2)`. */
export function sharesText({ shares }: Pick<Access, "shares">): string {
  return shares.map(({ name, id }) => (id === undefined || id === name ? name : `${name} (${id})`)).join(", ");
}
