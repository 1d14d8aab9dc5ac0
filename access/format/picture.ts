import { compareNames } from "../compare-names.ts";
import { type Change, forceOf, type ShownAccess } from "../diff/changes.ts";
import { numberOf } from "../diff/counts.ts";
import { risksOf } from "../diff/review/risks.ts";
import { isWritePermission } from "../write-permission.ts";
import { defaultPermission, type ShareName } from "../share-snapshot.ts";
import { countedRisks, summaryOf, summaryText } from "../summary.ts";
import { accountsText } from "./owners.ts";
import { shortList } from "./groups.ts";
import { riskFirst } from "./risk-first.ts";
import { describedName, kindOf, riskOf, type TargetRisk } from "./target-kind.ts";
import { wrapped } from "./text-columns.ts";

/** A picture of accesses: each share between what it shares and its targets. The shares with the greatest risk come first. */
export interface Picture {
  readonly title: string;
  /** The title, and below an empty line what boxes and lines mean. */
  readonly head: readonly HeadLine[];
  readonly shares: readonly PictureShare[];
}

/** A line above the shares; where it explains a border or a line, with a sample of it. */
export interface HeadLine {
  readonly text: string;
  readonly sample?: TargetRisk | "pending";
}

/** A share, or all those that are not drawn one by one, with a line to each of its boxes. */
export interface PictureShare {
  readonly id: string;
  /** Its names; one line each. */
  readonly lines: readonly string[];
  readonly resources: readonly Box[];
  readonly targets: readonly Box[];
}

/** Resources of one type, or targets of one kind, and the line that connects them with the share. */
export interface Box {
  readonly id: string;
  /** First how the accesses change, the type or kind, and a permission other than the default; then the ids. One line each. */
  readonly lines: readonly string[];
  /** The risk of the targets; a write permission counts as one. */
  readonly risk: TargetRisk | undefined;
  /** Whether no access along the line is in force yet. */
  readonly pending: boolean;
  readonly change: LineChange;
}

/** How all accesses along a line change; `mixed` when they change in different ways. */
type LineChange = keyof typeof words;

const words = {
  gained: "+ gained: ",
  lost: "- lost: ",
  unknown: "? not known yet: ",
  gap: "! interrupted: ",
  "in force": "~ now in force: ",
  "pending again": "~ pending again: ",
  mixed: "± changes in part: ",
  kept: "",
} as const;

/** The colours of risks and changes, as red and orange on a light and on a dark background; everything else is neutral. */
export const colours: Readonly<Partial<Record<TargetRisk | LineChange, string>>> = {
  outside: "#c0392b",
  check: "#d35400",
  gained: "#1e8e3e",
  lost: "#c0392b",
  unknown: "#b7950b",
  gap: "#d35400",
};

interface Grant {
  readonly access: ShownAccess;
  readonly share: ShownAccess["shares"][number];
}

/**
 * Builds the picture of accesses, or of their changes.
 *
 * @param mostShares How many shares are drawn one by one; risky ones always are. The rest is drawn as one share.
 */
export function pictureOf(accesses: readonly ShownAccess[], mostShares = Infinity): Picture {
  // Of one risk, shares stand in the order of their names.
  const byName = accesses.toSorted((one, other) => compareNames(nameOfFirst(one), nameOfFirst(other)));
  const grants = riskFirst(byName).flatMap((access) => access.shares.map((share) => ({ access, share })));
  const accountOf = accountsText(accesses);
  const groups = [...Map.groupBy(grants, ({ share: { id, urn, name } }) => id ?? urn ?? name).values()];
  const isRisky = (own: readonly Grant[]) => risksOf(own.map(({ access }) => access)).length > 0;
  const single = groups.filter((own, index) => groups.length <= mostShares || index < mostShares || isRisky(own));
  const rest = groups.slice(single.length);
  const shares = single.flatMap((own, index) =>
    own.slice(0, 1).map(({ share, access }) => {
      const account = accountOf?.(access);
      return drawnShare(index, [...namesOf(share), ...(account === undefined ? [] : [`of ${account}`])], own, idLines);
    }),
  );
  if (rest.length > 0) {
    const names = rest.map(([grant]) => grant?.share.name ?? "");
    const lines = [`${numberOf(rest.length, "more share")} without a risk`, ...fewIds(names)];
    shares.push(drawnShare(shares.length, lines, rest.flat(), fewIds));
  }
  const title = titleOf(accesses);
  const sentences = [...title.split(/(?<=;) /), ""].map((text) => ({ text }));
  return { title, head: [...sentences, ...legendOf(shares, accesses)], shares };
}

type LinesOfIds = (ids: readonly string[]) => readonly string[];

function drawnShare(index: number, lines: readonly string[], grants: readonly Grant[], linesOfIds: LinesOfIds): PictureShare {
  return {
    id: `s${index}`,
    lines,
    resources: boxes(
      `r${index}`,
      grants,
      ({ access: { resource, permission } }) => ({ id: describedName(resource), kind: resource.type, permission }),
      ({ kind, permission }, count) => ({
        title: `${count === 1 ? kind : `${count} × ${kind}`}${permissionText(permission, kind)}`,
        risk: isWritePermission(permission) ? "check" : undefined,
      }),
      { hasPending: false, linesOfIds },
    ),
    targets: boxes(
      `t${index}`,
      grants,
      ({ access: { target } }) => ({ ...target, id: describedName(target) }),
      (target, count) => ({ title: kindOf(target, count), risk: riskOf(target) }),
      { hasPending: true, linesOfIds },
    ),
  };
}

/** One box for all items that differ in nothing but their ids, and whose accesses change in the same way. */
function boxes<Item extends { readonly id: string }>(
  prefix: string,
  grants: readonly Grant[],
  itemOf: (grant: Grant) => Item,
  describe: (item: Item, count: number) => { readonly title: string; readonly risk: TargetRisk | undefined },
  { hasPending, linesOfIds }: { readonly hasPending: boolean; readonly linesOfIds: LinesOfIds },
): Box[] {
  const items = [...Map.groupBy(grants, (grant) => JSON.stringify(itemOf(grant))).values()].flatMap((own) => {
    const changes = new Set(own.map(({ access }) => changeOf(access)));
    const change: LineChange = changes.size === 1 ? ([...changes][0] ?? "kept") : "mixed";
    return own.slice(0, 1).map((grant) => ({
      item: itemOf(grant),
      change,
      pending: hasPending && own.every(({ share }) => share.pending),
    }));
  });
  const alike = Map.groupBy(items, ({ item, ...line }) => JSON.stringify([{ ...item, id: "", arn: "" }, line]));
  return [...alike.values()].flatMap((same, index) => {
    const [first] = same;
    if (first === undefined) return [];
    const { item, change, pending } = first;
    const { title, risk: riskOfItem } = describe(item, same.length);
    const lines = [words[change] + title, ...linesOfIds(same.map((one) => one.item.id))];
    // Lost access is no risk.
    const risk = change === "lost" ? undefined : riskOfItem;
    return [{ id: `${prefix}_${index}`, lines, risk, pending, change }];
  });
}

function changeOf(access: ShownAccess): LineChange {
  const force = forceOf(access);
  if (access.gap === true) return "gap";
  if (force === undefined) return access.change ?? "kept";
  return force === "pending" ? "pending again" : force;
}

/** The permission without what its type shows already; none for a default permission. */
function permissionText(permission: string, type: string): string {
  if (permission === defaultPermission || permission.startsWith("AliyunRSDefaultPermission")) return "";
  const prefix = `AliyunRSPermission${type}`;
  return `, ${permission.startsWith(prefix) && permission !== prefix ? permission.slice(prefix.length) : permission}`;
}

const idsOfColumn = 4;
const longestLine = 34;

/** Every id: a few on a line each, more of them side by side. */
function idLines(ids: readonly string[]): readonly string[] {
  return ids.length <= idsOfColumn ? ids : wrapped(ids.join(", "), longestLine);
}

/** A line of the first ids, and the number of the others. */
function fewIds(ids: readonly string[]): readonly string[] {
  return [shortList(ids, longestLine)];
}

function nameOfFirst({ shares: [share] }: ShownAccess): string {
  return share?.name ?? "";
}

function namesOf({ name, id }: ShareName): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}

function titleOf(accesses: readonly ShownAccess[]): string {
  const count = (wanted: Change["change"]) => accesses.filter(({ change }) => change === wanted).length;
  if (accesses.every(({ change }) => change === undefined)) return summaryText(summaryOf(accesses));
  const risks = countedRisks(summaryOf(accesses.filter(({ change }) => change === "gained")));
  const gaps = accesses.filter(({ gap }) => gap === true).length;
  const inForce = accesses.filter((access) => forceOf(access) === "in force").length;
  return [
    `${count("gained")} gained${risks.length > 0 ? ` (${risks.join("; ")})` : ""}`,
    `${count("lost")} lost`,
    ...(inForce > 0 ? [`${inForce} now in force`] : []),
    ...(count("unknown") > 0 ? [`${count("unknown")} unknown`] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
  ].join(", ");
}

/** What the picture shows beside words; what it does not have is left out. */
function legendOf(shares: readonly PictureShare[], accesses: readonly ShownAccess[]): HeadLine[] {
  const [resources, targets] = [shares.flatMap((share) => share.resources), shares.flatMap((share) => share.targets)];
  const risks = new Set([...resources, ...targets].map(({ risk }) => risk));
  const hasPermission = accesses.some(({ permission, resource }) => permissionText(permission, resource.type) !== "");
  const lines: readonly (HeadLine & { readonly isShown: boolean })[] = [
    { isShown: shares.length > 0, text: "resources on the left, targets on the right" },
    { isShown: hasPermission, text: "after a type: a permission other than the default" },
    { isShown: targets.some(({ pending }) => pending), text: "dashed line: pending", sample: "pending" },
    { isShown: risks.has("outside"), text: "thick red border: outside the resource directory", sample: "outside" },
    {
      isShown: risks.has("check"),
      text: "orange border: possibly outside, a whole directory, a service, or a write permission",
      sample: "check",
    },
  ];
  return lines.filter(({ isShown }) => isShown);
}
