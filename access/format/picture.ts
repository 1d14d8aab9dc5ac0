import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import { compareNames } from "../compare-names.ts";
import { numberOf } from "../diff/counts.ts";
import { isWritePermission, riskFirst, risksOf } from "../diff/review/risks.ts";
import { defaultPermission, shareKey, type ShareName } from "../share-snapshot.ts";
import { permissionText } from "../permission-text.ts";
import { type Section, sectionOf, type ShownAccess } from "../shown-access.ts";
import { accountsText } from "./owners.ts";
import { shortList } from "./groups.ts";
import { describedName, kindOf, targetRiskOf, type TargetRisk } from "./target-kind.ts";
import { wrapped } from "./text-columns.ts";

/** A picture of accesses: each share between what it shares and its targets. The shares with the greatest risk come first. */
export interface Picture {
  readonly shares: readonly PictureShare[];
  /** The borders and lines that it has. */
  readonly legend: readonly LegendItem[];
}

/** A border or a line, and what it means. */
export interface LegendItem {
  readonly sample: TargetRisk | Section | "pending";
  readonly meaning: string;
}

/** Accesses that change alike, through a share or through all those that are not drawn one by one, with a line to each of its boxes. */
export interface PictureShare {
  readonly id: string;
  /** Its names; one line each. */
  readonly lines: readonly string[];
  /** Which part of its share it is, as `network, part 2 of 3`; `undefined` for a share of one part. */
  readonly part: string | undefined;
  /** Whether the part before it is of the same share. */
  readonly isContinued: boolean;
  readonly resources: readonly Box[];
  readonly targets: readonly Box[];
}

/** A box and its line to the share: targets of one kind whose accesses change in the same way, or resources of one type. */
export interface Box {
  readonly id: string;
  /** How the access of a target changes; then the type or kind, with the permission unless it is the default, wrapped; then the ids. */
  readonly lines: readonly string[];
  /** How many lines are before the ids. */
  readonly titles: number;
  /** The risk of the targets. A write permission is also a risk, for targets and for resources. */
  readonly risk: TargetRisk | undefined;
  /** Whether no access along the line is in force yet; `false` for resources. */
  readonly pending: boolean;
  readonly change: Section;
}

/** How accesses change, with a sign that shows without colours. */
export const changeTexts: Readonly<Record<Section, string>> = {
  gained: "+ gained",
  lost: "− lost",
  changed: "~ changed",
  gap: "! interrupted",
  "in force": "~ now in force",
  "pending again": "~ pending again",
  unknown: "? not known yet",
  kept: "kept",
};

/** The colours of risks and changes in DOT and Mermaid; everything else is neutral. `svg.ts` has its own, for light and for dark mode. */
export const graphColours: Readonly<Partial<Record<TargetRisk | Section, string>>> = {
  outside: "#c0392b",
  check: "#d35400",
  gained: "#1e8e3e",
  lost: "#c0392b",
  unknown: "#b7950b",
  gap: "#d35400",
  changed: "#0969da",
};

interface Grant {
  readonly access: ShownAccess;
  readonly share: ShownAccess["shares"][number];
}

type Grants = readonly [Grant, ...Grant[]];

/** How many shares are drawn one by one, with which a picture is about as high as a screen. Risky ones always are. */
const mostShares = 8;

/** Builds the picture of accesses, or of their changes. Shares beyond the most are drawn as one for each way to change, with all their names and targets. */
export function pictureOf(accesses: readonly ShownAccess[]): Picture {
  // Shares of equal risk are sorted by name.
  const byName = accesses.toSorted((one, other) => compareNames(nameOfFirst(one), nameOfFirst(other)));
  const grants = riskFirst(byName).flatMap((access) => access.shares.map((share) => ({ access, share })));
  const accountOf = accountsText(accesses);
  const groups = groupedBy(grants, ({ share }) => shareKey(share));
  const isRisky = (own: readonly Grant[]) => risksOf(own.map(({ access }) => access)).length > 0;
  const single = groups.filter((own, index) => index < mostShares || isRisky(own));
  // The risky shares come first, so the rest is at the end.
  const rest = groups.slice(single.length);
  const parts = single.flatMap((own) => partsOf(own).map((grants, index, all) => ({ grants, index, count: all.length })));
  const shares = parts.map(({ grants, index, count }, number): PictureShare => {
    const [{ share, access }] = grants;
    const account = accountOf?.(access);
    const lines = [...namesOf(share), ...(account === undefined ? [] : [`of ${account}`])];
    const part = count === 1 ? undefined : `${share.name}, part ${index + 1} of ${count}`;
    return { lines, part, isContinued: index > 0, ...drawnGrants(number, grants, idLines) };
  });
  for (const own of groupedBy(rest.flat(), changeOf)) {
    const names = [...new Map(own.map(({ share }) => [shareKey(share), share.name])).values()];
    const lines = [
      `${numberOf(names.length, "more share")} without a risk`,
      "each share only to its own targets",
      ...wrapped(names.join(", "), longestNames),
    ];
    shares.push({ lines, part: undefined, isContinued: false, ...drawnGrants(shares.length, own, fewIds) });
  }
  return { shares, legend: legendOf(shares) };
}

/** Divides the accesses through a share into parts that change alike, in each of which every target can use every resource. */
function partsOf(own: readonly Grant[]): readonly Grants[] {
  const ofResources = groupedBy(own, (grant) => JSON.stringify([changeOf(grant), grant.access.resource, shownPermission(grant.access)]));
  const targetsOf = (grants: Grants) => grants.map(({ access }) => JSON.stringify(access.target)).toSorted();
  const parts = groupedBy(ofResources, (grants) => JSON.stringify([changeOf(grants[0]), targetsOf(grants)]));
  return parts.map(([[first, ...ofFirst], ...others]) => [first, ...ofFirst, ...others.flat()]);
}

/** The lines of a share in formats that draw each of its parts with a head. */
export function headLines({ lines, part }: PictureShare): readonly string[] {
  return part === undefined ? lines : [part, ...lines.slice(1)];
}

type LinesOfIds = (ids: readonly string[]) => readonly string[];

/** Draws accesses that change alike, with every target. */
function drawnGrants(index: number, grants: Grants, linesOfResources: LinesOfIds): Pick<PictureShare, "id" | "resources" | "targets"> {
  return {
    id: `s${index}`,
    resources: boxes(
      `r${index}`,
      grants,
      ({ access }) => ({
        id: describedName(access.resource),
        kind: access.resource.type,
        shown: shownPermission(access),
      }),
      ({ kind, shown }, count) => ({ title: [count === 1 ? kind : `${count} × ${kind}`, ...shown].join(", "), risk: undefined }),
      { isTarget: false, linesOfIds: linesOfResources },
    ),
    targets: boxes(
      `t${index}`,
      grants,
      ({ access: { target } }) => ({ ...target, id: describedName(target) }),
      (target, count) => ({ title: kindOf(target, count), risk: targetRiskOf(target) }),
      { isTarget: true, linesOfIds: idLines },
    ),
  };
}

/** Items that differ only in their ids and ARNs share a box. */
function boxes<Item extends { readonly id: string }>(
  prefix: string,
  grants: Grants,
  itemOf: (grant: Grant) => Item,
  describe: (item: Item, count: number) => { readonly title: string; readonly risk: TargetRisk | undefined },
  { isTarget, linesOfIds }: { readonly isTarget: boolean; readonly linesOfIds: LinesOfIds },
): Box[] {
  const change = changeOf(grants[0]);
  const items = groupedBy(grants, (grant) => JSON.stringify(itemOf(grant))).map((own) => ({
    item: itemOf(own[0]),
    pending: isTarget && own.every(({ share }) => share.pending),
    writes: own.some(({ access }) => isWritePermission(access.permission)),
  }));
  const alike = groupedBy(items, ({ item, ...line }) => JSON.stringify([{ ...item, id: "", arn: "" }, line]));
  return alike.map((same, index) => {
    const [{ item, pending, writes }] = same;
    const { title, risk: riskOfItem } = describe(item, same.length);
    const changes = isTarget && change !== "kept" ? [changeTexts[change]] : [];
    const writing = isTarget && writes && change !== "lost" ? ["can write"] : [];
    const titles = [...changes, ...wrapped(`${title}${pending ? ", pending" : ""}`, longestTitle), ...writing];
    const lines = [...titles, ...linesOfIds(same.map((one) => one.item.id))];
    const risk = riskOfItem ?? (writes ? "check" : undefined);
    // A lost access has no border: borders show who gets access.
    return { id: `${prefix}_${index}`, lines, titles: titles.length, risk: change === "lost" ? undefined : risk, pending, change };
  });
}

function changeOf({ access }: Grant): Section {
  return access.gap === true ? "gap" : sectionOf(access);
}

/** A permission without what its type shows already; none for a default permission. */
function shownPermission(access: ShownAccess): string[] {
  const text = permissionText(access);
  return text === defaultPermission ? [] : [text];
}

const idsOfColumn = 4;
/** The longest lines, in characters: two boxes have room beside each other on a phone. */
const longestLine = 20;
const longestTitle = 24;
const longestNames = 44;

/** Every id: up to four have a line each, more are wrapped. */
function idLines(ids: readonly string[]): readonly string[] {
  return ids.length <= idsOfColumn ? ids : wrapped(ids.join(", "), longestLine);
}

/** The first ids, and the number of the others. */
function fewIds(ids: readonly string[]): readonly string[] {
  return wrapped(shortList(ids, longestLine), longestLine);
}

function nameOfFirst({ shares: [share] }: ShownAccess): string {
  return share?.name ?? "";
}

function namesOf({ name, id }: ShareName): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}

function legendOf(shares: readonly PictureShare[]): readonly LegendItem[] {
  const boxesOfShares = shares.flatMap(({ resources, targets }) => [...resources, ...targets]);
  const samples = new Set(boxesOfShares.flatMap(({ risk, change, pending }) => [risk, change, ...(pending ? ["pending" as const] : [])]));
  return legend.filter(({ sample }) => samples.has(sample));
}

/** What borders and lines mean, with the signs in the boxes, which say the same without colours. */
const legend: readonly LegendItem[] = [
  ...(["gained", "lost", "changed", "gap", "unknown"] as const).map((sample) => ({ sample, meaning: changeTexts[sample] })),
  { sample: "pending", meaning: "pending" },
  { sample: "outside", meaning: "outside the resource directory" },
  { sample: "check", meaning: "to check, as named in the box" },
];
