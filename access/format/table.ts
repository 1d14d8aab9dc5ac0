import type { Access } from "../access.ts";
import type { ShownAccess } from "../diff/changes.ts";
import { risksOf } from "../diff/review/risks.ts";
import type { Resource, Target } from "../share-snapshot.ts";
import { type AccessGroup, groupsOf, shortList } from "./groups.ts";
import { accountsText } from "./owners.ts";
import { riskFirst } from "./risk-first.ts";
import { describedName, kindOf, riskOf } from "./target-kind.ts";
import { type Cell, fits, type TableStyle, tableLines } from "./text-columns.ts";

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

/** The accesses as a table for a terminal. */
export function toTable(accesses: readonly Access[], options: TableOptions): string {
  const ordered = riskFirst(accesses);
  const ownerOf = accountsText(ordered);
  const after: Column<Access>[] = [
    ["PERMISSION", ({ permission }) => permission],
    ["STATE", ({ pending }) => (pending ? { text: "pending", style: "dim" } : { text: "in force", style: "green" })],
    ["SHARES", sharesText],
    ...(ownerOf === undefined ? [] : [["OWNER", ownerOf] as const]),
  ];
  return groupTable(ordered, options, () => ({ before: [], after }));
}

/**
 * A table with one line for a group of accesses. On a narrow terminal, cells that belong together are one.
 *
 * @param columnsOf The other columns, also of the table for a narrow terminal.
 */
export function groupTable<Item extends ShownAccess>(
  accesses: readonly Item[],
  options: TableOptions,
  columnsOf: (isNarrow: boolean) => OwnColumns<Item>,
): string {
  const groups = groupsOf(accesses, options.isExpanded);
  const tableOf = (isNarrow: boolean) => {
    const { before, after } = columnsOf(isNarrow);
    const ofGroup = ([title, cellOf]: Column<Item>): Column<AccessGroup<Item>> => [title, ({ first }) => cellOf(first)];
    const columns = [...before.map(ofGroup), ...nameColumns(options, isNarrow), ...after.map(ofGroup)];
    return { titles: columns.map(([title]) => title), rows: groups.map((group) => columns.map(([, cellOf]) => cellOf(group))) };
  };
  const wide = tableOf(false);
  return tableLines(fits(wide, options) ? wide : tableOf(true), options).join("\n");
}

/** The maximum length of the ids in a cell, in characters. */
const maxIdsLength = { wide: 36, narrow: 16 };

/** The columns that name the targets and resources; on a narrow terminal, with their kind and their type. */
function nameColumns({ width }: TableOptions, isNarrow: boolean): readonly Column<AccessGroup<ShownAccess>>[] {
  const longest = isNarrow ? maxIdsLength.narrow : maxIdsLength.wide;
  // Ids are left out on a terminal only, and never those of risky targets.
  const idsOf = (items: readonly (Target | Resource)[], limit: number) =>
    shortList(items.map(describedName), width === undefined ? Infinity : limit);
  const targetsOf = ({ first, targets }: AccessGroup<ShownAccess>) => idsOf(targets, risksOf([first]).length > 0 ? Infinity : longest);
  const resourcesOf = ({ resources }: AccessGroup<ShownAccess>) => idsOf(resources, longest);
  const typeOf = ({ first }: AccessGroup<ShownAccess>) => first.resource.type;
  const kindText = ({ first, targets }: AccessGroup<ShownAccess>) => kindOf(first.target, targets.length);
  const ofTarget = (textOf: (group: AccessGroup<ShownAccess>) => string) => (group: AccessGroup<ShownAccess>) => ({
    text: textOf(group),
    style: riskOf(group.first.target) === undefined ? undefined : ("yellow" as const),
  });
  return isNarrow
    ? [
        ["TARGET", ofTarget((group) => `${targetsOf(group)} (${kindText(group)})`)],
        ["RESOURCE", (group) => `${typeOf(group)} ${resourcesOf(group)}`],
      ]
    : [
        ["TARGET", ofTarget(targetsOf)],
        ["KIND", ofTarget(kindText)],
        ["RESOURCE", resourcesOf],
        ["TYPE", typeOf],
      ];
}

/** The shares of an access, as `network (rs-1), more (rs-2)`. */
export function sharesText({ shares }: Pick<Access, "shares">): string {
  return shares.map(({ name, id }) => (id === undefined || id === name ? name : `${name} (${id})`)).join(", ");
}
